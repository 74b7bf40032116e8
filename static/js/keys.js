// One key a deed: "/" goes to the search, "e" to what the page marks with data-key.
"use strict";

let pressed = false;
const typed = () => [...document.querySelectorAll("form.other textarea")].some((box) => box.value.trim());
const release = () => { pressed = false; };
window.addEventListener("pageshow", release);
document.addEventListener("desk:held", release);
document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input, textarea, select, [contenteditable]");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const target = event.key === "/" ? [...document.querySelectorAll("[aria-keyshortcuts='/']")].find((box) => box.offsetParent) : document.querySelector(`[data-key="${CSS.escape(event.key)}"]`);
  if (!target) return;
  // One press decides, and what somebody began to type is no accident.
  if (target.matches("button.option") && (pressed || typed())) return;
  event.preventDefault();
  if (target.matches("button.option")) pressed = true;
  target.matches("input") ? target.focus() : target.click();
});

const menu = () => document.querySelector("details.me[open]");
document.addEventListener("click", (event) => {
  if (menu() && !menu().contains(event.target)) menu().open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || !menu()) return;
  if (menu().contains(document.activeElement)) menu().querySelector("summary").focus();
  menu().open = false;
});
