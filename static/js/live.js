// One socket a page: it is told that something happened, and says so here ("desk:stale"); refresh.js asks for the page again.
// Where the socket is lost the page says so, tries again with growing pauses, and asks every few seconds meanwhile.
"use strict";

(() => {
  const { live, me, doing } = document.body.dataset;
  if (!live || !("WebSocket" in window)) return;

  const SILENCE = 40_000, LOST_AFTER = 3_000, POLL = 10_000, LONGEST = 30_000;
  const state = document.getElementById("live");
  const here = document.getElementById("here");
  let at = Number(document.body.dataset.at) || 0;
  let socket, heard = 0, tries = 0, retry, lostSince = 0, paused = false, silent = false, unsent = "", ended = false, greeted = false;

  const stale = (hint) => document.dispatchEvent(new CustomEvent("desk:stale", { detail: hint }));
  const say = (words) => { state.textContent = words; state.hidden = !words; };
  const tell = () => {
    if (ended) return;
    const lost = lostSince && Date.now() - lostSince >= LOST_AFTER;
    say(unsent || (lost ? "Live updates paused: no connection. Trying again." : silent ? "Live updates paused: the desk does not answer. Trying again." : paused ? "Live updates paused: changes show within seconds." : ""));
  };

  const names = (people, count) => {
    const others = people.filter(([id]) => String(id) !== me);
    const more = count - people.length;
    const words = (kind, verb) => {
      const found = others.filter(([, , what]) => what === kind).map(([, name]) => name);
      if (kind === "looking" && more > 0) found.push(`${more} more`);
      return found.length ? `${found.join(", ")} ${found.length > 1 ? "are" : "is"} ${verb}` : "";
    };
    return [words("editing", "editing"), words("looking", "looking at this")].filter(Boolean).join(" · ");
  };

  const hear = (said) => {
    if ("hello" in said) { greeted = true; tries = 0; lostSince = 0; at = Math.max(at, said.hello); }
    if ("paused" in said) paused = said.paused;
    if (said.hint) at = Math.max(at, said.hint[0]);
    if (said.hint || said.behind) stale(said.hint);
    if (said.here && here) { here.textContent = names(said.here, said.count); here.hidden = !here.textContent; }
    tell();
  };

  const lose = () => {
    if (!socket) return;
    socket.onclose = socket.onmessage = null;
    socket.close();
    socket = undefined;
    if (here) here.hidden = true;
    lostSince ||= Date.now();
    tries += 1;
    // Some sooner, some later: after a restart not all come at once.
    const pause = Math.min(LONGEST, 500 * 2 ** tries) * (0.5 + Math.random() / 2);
    clearTimeout(retry);
    retry = setTimeout(connect, pause);
    setTimeout(tell, LOST_AFTER + 100);
  };

  const end = () => {
    ended = true;
    say("You are signed out. Sign in again to see what changes.");
  };

  const connect = () => {
    clearTimeout(retry);
    if (socket || ended) return;
    heard = Date.now();
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${live}&at=${at}`);
    socket.onopen = () => { if (doing) socket.send(doing); };
    socket.onmessage = (event) => { heard = Date.now(); hear(JSON.parse(event.data)); };
    greeted = false;
    // The sign-in that it was opened with has ended; the browser may have a new one by now.
    socket.onclose = (event) => { if (event.code === 4401 && !greeted) end(); else lose(); };
  };

  // A form that is sent while nothing answers would be lost with its page: first the desk is asked whether it is there.
  const answers = () => fetch("/live/", { cache: "no-store", signal: AbortSignal.timeout(3_000) }).then((answer) => answer.status < 500, () => false);
  let answered = false;
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (!lostSince || answered || form.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say("Sending …");
    unsent = await answers() ? "" : "Not sent: the desk does not answer. What you typed stays here. Try again.";
    // Also on a page whose sign-in has ended, which tells nothing more by itself.
    if (unsent) return say(unsent);
    tell();
    answered = true;
    form.requestSubmit(submitter);
    answered = false;
  }, true);

  const isSilent = () => socket && Date.now() - heard > SILENCE;
  setInterval(() => { if (isSilent()) lose(); }, 5_000);
  setInterval(() => { if (lostSince && !ended && document.visibilityState === "visible") stale(); }, POLL);
  // A tab that slept may have a socket that only looks open.
  const wake = () => {
    if (document.visibilityState !== "visible") return;
    if (isSilent()) lose();
    tries = 0;
    connect();
  };
  document.addEventListener("visibilitychange", wake);
  // A page that was just answered need not wait out its pause.
  document.addEventListener("desk:reached", () => { silent = false; tell(); connect(); });
  document.addEventListener("desk:silent", () => { silent = true; tell(); });
  window.addEventListener("online", wake);
  window.addEventListener("offline", lose);
  window.addEventListener("pageshow", (event) => { if (event.persisted) { stale(); wake(); } });
  window.addEventListener("pagehide", () => { if (socket) { socket.onclose = null; socket.close(); socket = undefined; } });
  connect();
})();
