// The gutter: beside each line whether it is a person's, locked, or new; and Ctrl+Enter saves, once.
// The text lies over a copy of itself with one element a line, so that both wrap alike.
"use strict";

(() => {
  // The desk waits fifteen seconds for a runner.
  const LONGEST_SAVE = 20_000;
  const form = document.getElementById("edit");
  const known = JSON.parse(document.getElementById("marks").textContent);

  // How often each line stood in the base, and as what.
  const counted = (mark) => {
    const stock = new Map();
    if (mark) mark.text.split("\n").forEach((line, index) => {
      if (!stock.has(line)) stock.set(line, []);
      stock.get(line).push(mark.kinds[index] ?? ".");
    });
    return stock;
  };

  const kinds = (lines, mark) => {
    const stock = counted(mark);
    return lines.map((line) => {
      const left = stock.get(line);
      if (left?.length) return left.shift();
      return line.trim() && !line.startsWith("## ") ? "n" : ".";
    });
  };

  const mirror = (editor) => {
    const box = editor.querySelector("textarea");
    const copy = document.createElement("div");
    copy.className = "mirror";
    copy.setAttribute("aria-hidden", "true");
    editor.prepend(copy);
    editor.classList.add("live");
    box.rows = 1;
    const draw = () => {
      const lines = box.value.split("\n");
      const marked = kinds(lines, known[editor.dataset.editor]);
      while (copy.children.length > lines.length) copy.lastChild.remove();
      while (copy.children.length < lines.length) copy.append(document.createElement("div"));
      lines.forEach((line, index) => {
        const row = copy.children[index];
        if (row.textContent !== line) row.textContent = line;
        if (row.className !== marked[index]) row.className = marked[index] === "." ? "" : marked[index];
      });
    };
    draw();
    box.addEventListener("input", draw);
    form.addEventListener("input", (event) => { if (event.target === form) draw(); });
  };

  form.querySelectorAll("[data-editor]").forEach(mirror);
  form.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      form.requestSubmit();
    }
  });

  // What others saved meanwhile is told beside the form, and whether it will be merged.
  const check = () => form.dispatchEvent(new Event("check"));
  document.addEventListener("desk:stale", check);
  // Where the desk did not answer, what stands there may be old.
  let later;
  const checkLater = () => { clearTimeout(later); later = setTimeout(check, 5_000); };
  form.addEventListener("htmx:sendError", checkLater);
  form.addEventListener("htmx:responseError", (event) => { if (event.detail.xhr.status >= 500) checkLater(); });

  // One save at a time. One that is stopped on its way brings no page: when no answer can come any more, it can be sent again.
  let underWay;
  const over = () => { clearTimeout(underWay); underWay = undefined; };
  form.addEventListener("submit", (event) => {
    if (underWay) event.preventDefault();
    else underWay = setTimeout(over, LONGEST_SAVE);
  });
  window.addEventListener("pageshow", over);
})();
