// Keeps what is typed in this browser until it is saved: localStorage, one entry for each card, base revision and format that the note is put into.
"use strict";

(() => {
  const place = document.querySelector("[data-drafts]");
  if (!place) return;
  const prefix = `draft:${place.dataset.drafts}:`;
  const keys = () => Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  const read = (key) => { try { return JSON.parse(localStorage.getItem(key)); } catch { return null; } };

  // The page after a save: what was sent has arrived.
  if (document.querySelector("[data-saved]")) {
    for (const key of keys()) if (read(key)?.sent) localStorage.removeItem(key);
  }
  const form = place.closest("form");
  if (!form) return;

  const boxes = [...form.querySelectorAll("textarea[name]")];
  const kept = document.getElementById("kept");
  const values = () => Object.fromEntries(boxes.map((box) => [box.name, box.value]));
  const before = JSON.stringify(values());
  const format = form.elements.format?.value ?? "";

  const keep = (sent) => {
    try {
      const draft = { at: Date.now(), sent, base: form.base.value, format, values: values() };
      localStorage.setItem(`${prefix}${draft.base}:${format}`, JSON.stringify(draft));
      kept.textContent = "draft kept in this browser";
    } catch {
      kept.textContent = "this browser cannot keep a draft: save before you close the page";
    }
  };
  let waiting;
  form.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(keep, 250, false); });
  window.addEventListener("pagehide", () => { if (JSON.stringify(values()) !== before && !form.dataset.sent) keep(false); });
  form.addEventListener("submit", () => { clearTimeout(waiting); form.dataset.sent = "yes"; keep(true); });

  const drafts = keys().map((key) => ({ key, ...read(key) })).filter((draft) => draft.values).sort((a, b) => b.at - a.at);
  const draft = drafts.find((found) => JSON.stringify(found.values) !== before);
  if (!draft || "typed" in form.dataset) return;
  const offer = document.getElementById("offer");
  offer.querySelector("time").textContent = new Date(draft.at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  offer.hidden = false;
  offer.querySelector("[data-take]").addEventListener("click", () => {
    // Its boxes are on another page, which offers it again.
    if (draft.format !== format) return location.assign(draft.format ? `?format=${draft.format}` : location.pathname);
    form.base.value = draft.base;
    for (const box of boxes) box.value = draft.values[box.name] ?? box.value;
    offer.hidden = true;
    form.dispatchEvent(new Event("input", { bubbles: true }));
    boxes[0].focus();
  });
  offer.querySelector("[data-drop]").addEventListener("click", () => {
    localStorage.removeItem(draft.key);
    offer.hidden = true;
    boxes[0].focus();
  });
})();
