// Exact times in the reader's own zone. Without script they are told in UTC.
"use strict";

(() => {
  const exact = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "long" });
  const clock = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

  const tell = (root) => {
    for (const time of root.querySelectorAll("time[datetime]:not([data-told])")) {
      const at = new Date(time.dateTime);
      time.dataset.told = "";
      time.title = exact.format(at);
      if (/^\d+ \w+ \d\d:\d\d$/.test(time.textContent)) time.textContent = clock.format(at).replace(",", "");
    }
  };

  tell(document);
  document.addEventListener("htmx:load", (event) => tell(event.target));
})();
