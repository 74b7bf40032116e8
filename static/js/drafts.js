// Keeps what is typed in this browser until it is saved: localStorage, one entry for each time that the form is opened and typed into.
// The form carries the name of its entry, and the page after a save brings it back: only what was saved is removed.
"use strict";

(() => {
  const MOST = 20, DAYS = 30;
  const place = document.querySelector("[data-drafts]");
  let store;
  try { store = window.localStorage; } catch { return; }
  if (!place || !store) return;
  const prefix = `draft:${place.dataset.drafts}:`;
  const read = (key) => { try { return JSON.parse(store.getItem(key)); } catch { return null; } };
  const stored = (start) => Object.keys(store).filter((key) => key.startsWith(start))
    .map((key) => ({ at: 0, ...read(key), key })).sort((a, b) => b.at - a.at);

  const saved = document.querySelector("[data-saved]")?.dataset.saved.split(" ") ?? [];
  for (const id of saved) if (read(prefix + id)?.sent) store.removeItem(prefix + id);
  stored("draft:").forEach((draft, index) => {
    if (index >= MOST || draft.at < Date.now() - DAYS * 86_400_000) store.removeItem(draft.key);
  });
  const form = place.closest("form");
  if (!form) return;

  const boxes = [...form.querySelectorAll("textarea[name]")];
  const kept = document.getElementById("kept");
  const offers = document.getElementById("offers");
  const offered = document.getElementById("offered");
  const format = form.elements.format?.value ?? "";
  const id = form.elements.draft;
  const texts = (of) => Object.fromEntries(boxes.map((box) => [box.name, box[of]]));
  const now = () => JSON.stringify(texts("value"));
  const shown = JSON.stringify(texts("defaultValue"));
  const isAnswer = "typed" in form.dataset;
  const untouched = () => !isAnswer && now() === shown;
  const names = (values) => Object.keys(values).sort().join();
  const fits = (draft) => Boolean(draft?.values) && names(draft.values) === names(texts("value"));
  const born = () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

  // An answer goes on with the draft that was sent, unless its boxes are others: then both are kept.
  if (!isAnswer || !fits(read(prefix + id.value))) id.value = born();

  let sent = false;
  let waiting;
  const keep = () => {
    clearTimeout(waiting);
    if (untouched()) return store.removeItem(prefix + id.value);
    const draft = { at: Date.now(), sent, base: form.base.value, format, values: texts("value") };
    try {
      store.setItem(prefix + id.value, JSON.stringify(draft));
      kept.textContent = "draft kept in this browser";
      return true;
    } catch {
      kept.textContent = "this browser cannot keep a draft: save before you close the page";
      return false;
    }
  };
  form.addEventListener("input", () => { sent = false; clearTimeout(waiting); waiting = setTimeout(keep, 250); });
  form.addEventListener("submit", () => { sent = true; keep(); });
  window.addEventListener("pageshow", () => { sent = false; });
  window.addEventListener("pagehide", () => { if (now() !== shown && !sent) keep(); });

  // The page that has the boxes of a draft offers it again.
  const address = (draft) => (draft.format ? `?format=${encodeURIComponent(draft.format)}` : "");
  const isElsewhere = (draft) => draft.format !== format && location.search !== address(draft);

  const take = (draft) => {
    // What was typed meanwhile becomes a draft of its own; where it cannot, it stays.
    if (!untouched() && !keep()) return;
    if (isElsewhere(draft)) { location.assign(location.pathname + address(draft)); return; }
    if (!untouched()) id.value = born();
    form.base.value = draft.base;
    for (const box of boxes) box.value = draft.values[box.name];
    if (keep()) store.removeItem(draft.key);
    form.dispatchEvent(new Event("input", { bubbles: true }));
  };

  const copy = ([name, text]) => {
    const label = document.createElement("label");
    const box = document.createElement("textarea");
    label.className = "field";
    box.className = "as-sent";
    box.readOnly = true;
    box.rows = name === "text" ? 12 : 3;
    box.value = text;
    label.append(name === "text" ? "Your text" : name.replace("field-", "").replaceAll("_", " "), box);
    return label;
  };

  const row = (draft) => {
    const part = offered.content.cloneNode(true);
    const button = part.querySelector("[data-take]");
    const usable = isElsewhere(draft) || fits(draft);
    part.querySelector("time").textContent = new Date(draft.at).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
    if (!usable) part.firstElementChild.append(...Object.entries(draft.values).map(copy));
    part.querySelector(usable ? "[data-misfit]" : "[data-take]").remove();
    button.addEventListener("click", () => { take(draft); offer(); boxes[0].focus(); });
    part.querySelector("[data-drop]").addEventListener("click", () => { store.removeItem(draft.key); offer(); boxes[0].focus(); });
    return part;
  };

  const offer = () => {
    const others = stored(prefix).filter((draft) => draft.values && draft.key !== prefix + id.value);
    offers.replaceChildren(...others.filter((draft) => ![shown, now()].includes(JSON.stringify(draft.values))).map(row));
  };
  if (!isAnswer) offer();
})();
