// What a reader does in a part of a page that would be brought up to date: it is left alone then, and what was typed is never lost.
"use strict";

const typing = (() => {
  const BOXES = "textarea, input:not([type=hidden]), select";
  const boxes = (part) => [...part.querySelectorAll(BOXES)];
  const isTouched = (box) => box === document.activeElement || ("defaultValue" in box && box.value !== box.defaultValue && box.type !== "search");

  const isMarked = (part) => {
    const selection = getSelection();
    return Boolean(selection) && !selection.isCollapsed && selection.containsNode(part, true);
  };

  // What the server gave back as typed is not saved anywhere else.
  const holds = (part) => "typed" in part.dataset || boxes(part).some(isTouched) || isMarked(part);

  const words = (part) => boxes(part).filter((box) => ["textarea", "text"].includes(box.type) && box.value.trim()).map(({ id, value }) => ({ id, value }));

  const show = (part, value) => {
    const shown = document.getElementById("unsent").content.firstElementChild.cloneNode(true);
    shown.querySelector("textarea").value = value;
    part.before(shown);
  };

  const begun = (part) => boxes(part).find(isTouched);

  // Into the box that it was typed into, or beside the part that has that box no more.
  const bring = (part, typed) => {
    for (const { id, value } of typed) {
      const box = boxes(part).find((each) => each.id === id);
      if (!box) show(part, value);
      else if (box.value !== value) box.value = value;
    }
  };

  return { holds, words, begun, bring };
})();
