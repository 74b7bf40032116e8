// Makes one element like another of the same kind and leaves alone what is alike already: focus, marked text, opened parts, what was typed.
"use strict";

const morph = (() => {
  // What a reader changes.
  const OWN = new Set(["open"]);

  const attributes = (old, next) => {
    for (const { name } of [...old.attributes]) if (!OWN.has(name) && !next.hasAttribute(name)) old.removeAttribute(name);
    for (const { name, value } of next.attributes) if (!OWN.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  };

  const isAlike = (old, next) => old?.nodeName === next.nodeName && (old.id ?? "") === (next.id ?? "");

  const node = (old, next) => {
    if (old.isEqualNode(next)) return;
    if (old.nodeType !== Node.ELEMENT_NODE) { old.data = next.data; return; }
    attributes(old, next);
    children(old, next);
  };

  const children = (old, next) => {
    const named = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
    let at = old.firstChild;
    for (const child of [...next.childNodes]) {
      const known = child.id ? named.get(child.id) : at;
      if (!isAlike(known, child)) { old.insertBefore(document.importNode(child, true), at); continue; }
      if (known === at) at = at.nextSibling;
      else old.insertBefore(known, at);
      node(known, child);
    }
    while (at) {
      const following = at.nextSibling;
      at.remove();
      at = following;
    }
  };

  return node;
})();
