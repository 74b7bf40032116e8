// Permanent links to lines: copied on a click; one whose line is gone leads to the revision that it was born in.
"use strict";

(() => {
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("a.at");
    if (!link || !navigator.clipboard) return;
    try {
      await navigator.clipboard.writeText(link.href);
      heard("Link copied.");
      link.textContent = "copied";
      setTimeout(() => { link.textContent = "#"; }, 1500);
    } catch { /* the address bar holds the link too */ }
  });

  const gone = () => {
    const box = document.getElementById("gone");
    const address = location.hash.match(/^#(r(\d+)-\d+)$/);
    if (!box) return;
    box.hidden = !address || document.getElementById(address[1]) !== null;
    if (!address) return;
    const born = Number(address[2]);
    // A line stands at least in the revision that it was born in.
    const never = born < 1 || born > Number(box.dataset.newest) || born === Number(box.dataset.shown);
    const [left, none] = box.children;
    left.hidden = never;
    none.hidden = !never;
    box.querySelector("a").href = `${box.dataset.history}${address[2]}/#${address[1]}`;
  };

  gone();
  window.addEventListener("hashchange", gone);
  document.addEventListener("htmx:load", gone);
})();
