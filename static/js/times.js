// Exact times in the reader's own zone. Without script they are told in UTC.
"use strict";

(() => {
  const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" });
  const clock = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

  const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

  // "due today 18:00 UTC" and "18:00 UTC", as the server words them, told by the reader's clock.
  const due = (at) => {
    const days = Math.round((new Date(at).setHours(0, 0, 0, 0) - new Date().setHours(0, 0, 0, 0)) / 86_400_000);
    return `due ${["today", "tomorrow"][days] ?? day.format(at)} ${hour.format(at)}`;
  };

  const tell = (root) => {
    for (const time of root.querySelectorAll("time[datetime]:not([data-told])")) {
      const at = new Date(time.dateTime);
      time.dataset.told = "";
      time.title = exact.format(at);
      if (/^due .*\d\d:\d\d \S+$/.test(time.textContent)) time.textContent = due(at);
      if (/^\d\d:\d\d \S+$/.test(time.textContent)) time.textContent = hour.format(at);
      if (/^\d+ \w+ \d\d:\d\d$/.test(time.textContent)) time.textContent = clock.format(at).replace(",", "");
    }
  };

  tell(document);
  document.addEventListener("htmx:load", (event) => tell(event.target));
})();
