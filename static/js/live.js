// One socket a page: it is told that something happened, and says so here ("desk:stale"); refresh.js asks for the page again.
// Where the socket is lost the page says so, tries again with growing pauses, and asks every few seconds meanwhile.
"use strict";

(() => {
  const { live, me, doing } = document.body.dataset;
  if (!live || !("WebSocket" in window)) return;

  const SILENCE = 40_000, LOST_AFTER = 3_000, POLL = 10_000, LONGEST = 30_000;
  const status = document.getElementById("live");
  const here = document.getElementById("here");
  let at = Number(document.body.dataset.at) || 0;
  let socket, heardAt = 0, tries = 0, retry;
  // The line is connecting, live, lost or ended. Beside that the desk may tell late, or not give the page when it is asked.
  let state = "connecting", since = Date.now(), tellsLate = false, givesNothing = false, sending = "";

  const words = () => {
    if (sending) return sending;
    if (state === "ended") return "You are signed out. Sign in again to see what changes.";
    if (state === "lost" && Date.now() - since >= LOST_AFTER) return "Live updates paused: no connection. Trying again.";
    if (givesNothing) return "Live updates paused: the desk does not answer. Trying again.";
    return tellsLate ? "Live updates paused: changes show within seconds." : "";
  };

  const tell = () => {
    if (status.textContent !== words()) status.textContent = words();
    status.hidden = !words();
  };

  const turn = (next) => {
    if (state !== next) since = Date.now();
    state = next;
    // What is sent from here may find nobody: sending.js asks first.
    document.body.toggleAttribute("data-away", state === "lost" || state === "ended");
    tell();
  };

  const stale = (hint) => document.dispatchEvent(new CustomEvent("desk:stale", { detail: hint }));

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

  const greeted = (newest) => {
    tries = 0;
    at = Math.max(at, newest);
    turn("live");
    document.dispatchEvent(new CustomEvent("desk:live"));
  };

  const hear = (said) => {
    if ("hello" in said) greeted(said.hello);
    if ("paused" in said) { tellsLate = said.paused; tell(); }
    if (said.hint) at = Math.max(at, said.hint[0]);
    if (said.hint || said.behind) stale(said.hint);
    if (said.here && here) { here.textContent = names(said.here, said.count); here.hidden = !here.textContent; }
  };

  const drop = () => {
    if (!socket) return false;
    socket.onclose = socket.onmessage = null;
    socket.close();
    socket = undefined;
    return true;
  };

  const lose = () => {
    if (!drop()) return;
    if (here) here.hidden = true;
    tries += 1;
    // Some sooner, some later: after a restart not all come at once.
    const pause = Math.min(LONGEST, 500 * 2 ** tries) * (0.5 + Math.random() / 2);
    clearTimeout(retry);
    retry = setTimeout(connect, pause);
    turn("lost");
    setTimeout(tell, LOST_AFTER + 100);
  };

  const end = () => {
    drop();
    sending = "";
    turn("ended");
  };

  const connect = () => {
    clearTimeout(retry);
    if (socket || state === "ended") return;
    heardAt = Date.now();
    socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}${live}&at=${at}`);
    socket.onopen = () => { if (doing) socket.send(doing); };
    socket.onmessage = (event) => { heardAt = Date.now(); hear(JSON.parse(event.data)); };
    // One that was let in is tried again: the sign-in that it was opened with has ended, the browser may have a new one.
    socket.onclose = (event) => { if (event.code === 4401 && state !== "live") end(); else lose(); };
  };

  const isSilent = () => socket && Date.now() - heardAt > SILENCE;
  setInterval(() => { if (isSilent()) lose(); }, 5_000);
  setInterval(() => { if (state === "lost" && document.visibilityState === "visible") stale(); }, POLL);
  // A tab that slept may have a socket that only looks open.
  const wake = () => {
    if (document.visibilityState !== "visible") return;
    if (isSilent()) lose();
    tries = 0;
    connect();
  };
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("desk:sending", (event) => { sending = event.detail; tell(); });
  document.addEventListener("desk:silent", () => { givesNothing = true; tell(); });
  // A page that was just answered need not wait out its pause.
  document.addEventListener("desk:reached", () => { givesNothing = false; tell(); connect(); });
  window.addEventListener("online", wake);
  window.addEventListener("offline", lose);
  window.addEventListener("pageshow", (event) => { if (event.persisted) { stale(); wake(); } });
  window.addEventListener("pagehide", () => { if (drop()) turn("connecting"); });
  connect();
})();
