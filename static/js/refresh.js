// Brings the regions of a page up to date: asks for the page again and takes over what is new of it.
// A region in which somebody types, marks text or is about to press another button than before is left alone: it offers the new one.
"use strict";

(() => {
  const APART = 300, LONGEST = 10_000, LONGEST_ANSWER = 30_000, SAID_AFTER = 3;
  const said = document.getElementById("said");
  const offer = document.getElementById("newer");
  const regions = () => document.querySelectorAll("[data-region]");
  const served = new WeakMap();
  let running = false, again = false, failed = 0, resting, isOver = false;

  // What a press means must not change under the finger.
  const buttons = (root) => [...root.querySelectorAll("button.option")].map((button) => button.textContent).join("\n");
  const moves = (region, next) => buttons(region) !== buttons(next) && Boolean(buttons(region)) && Boolean(buttons(next));

  // As the desk tells it, without what is another each time that it does: tokens, how long ago, and what it gives back as typed.
  const told = (copy) => {
    for (const part of copy.querySelectorAll("[data-given-back]")) part.remove();
    for (const box of copy.querySelectorAll("input[name=csrfmiddlewaretoken], textarea")) box.replaceWith(box.name);
    for (const time of copy.querySelectorAll("time")) time.replaceWith(time.dateTime);
    return copy.innerHTML;
  };
  const offered = (region) => document.querySelector(`[data-newer="${region.id}"]`);

  const rows = (root) => new Set([...root.querySelectorAll(".line[id]")].map((row) => row.id));

  const swap = (region, next) => {
    const before = rows(region);
    const fresh = new Set([...region.querySelectorAll(".line.fresh")].map((row) => row.id));
    const typed = typing.words(region);
    const held = focusing.heldIn(region, offered(region));
    morph(region, next);
    typing.bring(region, typed);
    served.set(region, told(next));
    if (before.size) for (const row of region.querySelectorAll(".line[id]")) if (!before.has(row.id) || fresh.has(row.id)) row.classList.add("fresh");
    window.htmx?.process(region);
    region.dispatchEvent(new CustomEvent("htmx:load", { bubbles: true }));
    offered(region)?.remove();
    focusing.giveBack(held, region);
  };

  const sentences = (region) => {
    const parts = [region, ...region.querySelectorAll("[data-heard]")].map((part) => part.dataset.heard);
    return [region.dataset.newest && `${region.dataset.newest} is shown now.`, ...parts].filter(Boolean);
  };

  // Of all that is new, the one sentence that comes first.
  const news = (region, next) => {
    const known = sentences(region);
    return sentences(next).find((each) => !known.includes(each));
  };

  const propose = (region, next) => {
    const shown = offered(region);
    const part = shown ?? offer.content.firstElementChild.cloneNode(true);
    part.dataset.newer = region.id;
    part.querySelector("span").textContent = next.dataset.newest ? `${next.dataset.newest} came in meanwhile.` : "This has changed meanwhile.";
    part.querySelector("button").onclick = () => swap(region, next);
    if (!shown) region.before(part);
  };

  // Returns what is to be said of it.
  const renew = (region, next) => {
    if (!next) return;
    if (!typing.holds(region) && !moves(region, next)) {
      const words = news(region, next);
      swap(region, next);
      return words;
    }
    if (told(next.cloneNode(true)) === served.get(region)) offered(region)?.remove();
    else propose(region, next);
  };

  const over = (words) => {
    isOver = true;
    const line = document.createElement("p");
    line.className = "note-msg warn";
    line.textContent = words;
    said.replaceChildren(line);
  };

  const address = () => document.body.dataset.page || location.href;
  const page = (asked) => fetch(asked, {
    headers: { Accept: "text/html", "Live-Refresh": "1" }, signal: AbortSignal.timeout(LONGEST_ANSWER),
  });

  // Nothing where the desk did not answer: it starts again, or who stands before it says that it is not there.
  const fetched = async (asked) => {
    try {
      const response = await page(asked);
      if (response.ok || response.status === 404) return { response, text: await response.text() };
    } catch { /* as above */ }
  };

  const take = ({ response, text }) => {
    if (response.redirected) return over("You are signed out: what you see is not up to date any more. Load the page again to sign in.");
    if (!response.ok) return over("This page is not there for you any more.");
    const fresh = new DOMParser().parseFromString(text, "text/html");
    // Its forms would answer in the other's name, on a page that names the first.
    const { me } = fresh.body.dataset;
    if (me && me !== document.body.dataset.me) return over("Somebody else has signed in here: what you see is not up to date any more. Load the page again.");
    const words = [...regions()].map((region) => renew(region, fresh.getElementById(region.id))).find(Boolean);
    if (words) heard(words);
    if (!document.body.dataset.page) document.title = fresh.title;
  };

  const ask = async () => {
    const asked = address();
    const answer = await fetched(asked);
    // A search that was made meanwhile shows other rows than this answer has.
    const isOld = asked !== address();
    failed = answer ? 0 : failed + 1;
    again ||= !answer || isOld;
    if (answer || failed >= SAID_AFTER) document.dispatchEvent(new CustomEvent(answer ? "desk:reached" : "desk:silent"));
    if (answer && !isOld) take(answer);
  };

  // A page of thousands of lines under a fast writer leaves most of the time to who reads and types.
  // Some sooner, some later: after a restart not all come at once.
  const pause = (took) => failed ? Math.min(LONGEST, 500 * 2 ** failed) * (0.5 + Math.random() / 2) : Math.max(APART, 4 * took);

  const refresh = async () => {
    if (isOver) return;
    if (running || resting || document.visibilityState === "hidden") { again = true; return; }
    running = true;
    again = false;
    const begun = performance.now();
    try { await ask(); } finally { running = false; }
    resting = setTimeout(() => { resting = undefined; if (again) refresh(); }, pause(performance.now() - begun));
  };

  for (const region of regions()) served.set(region, told(region.cloneNode(true)));
  document.addEventListener("desk:stale", refresh);
  document.addEventListener("visibilitychange", () => { if (again) refresh(); });
})();
