// One key a deed: "/" goes to the search, "e" to what the page marks with data-key.
"use strict";

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.key === "/" ? document.querySelector("[aria-keyshortcuts='/']") : document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!target) return;
  event.preventDefault();
  target.matches("input") ? target.focus() : target.click();
});

document.addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.me[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
