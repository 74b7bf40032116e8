// The search in the list of cards: says what it found, and is sent again until the desk has answered it.
"use strict";

(() => {
  const PAUSE = 5_000;
  const form = document.getElementById("filters");
  const cards = document.getElementById("cards");
  let later;

  const found = () => {
    const count = cards.querySelectorAll("li").length;
    if (!count) return "No card matches.";
    return `${count} card${count > 1 ? "s" : ""}${cards.querySelector("[rel=next]") ? " or more" : ""}.`;
  };

  const settle = () => { clearTimeout(later); later = undefined; };

  const search = () => { settle(); form.dispatchEvent(new Event("again")); };

  // What stands there was found with other words.
  const failed = () => {
    settle();
    later = setTimeout(search, PAUSE);
    document.dispatchEvent(new CustomEvent("desk:silent"));
  };

  form.addEventListener("htmx:sendError", failed);
  form.addEventListener("htmx:timeout", failed);
  form.addEventListener("htmx:responseError", (event) => {
    // A page that is not there any more says so itself when it is asked for.
    if (event.detail.xhr.status === 404) document.dispatchEvent(new CustomEvent("desk:stale"));
    else failed();
  });
  form.addEventListener("htmx:afterRequest", (event) => {
    if (!event.detail.successful) return;
    settle();
    heard(found());
    document.dispatchEvent(new CustomEvent("desk:reached"));
  });
  document.addEventListener("desk:reached", () => { if (later) search(); });
})();
