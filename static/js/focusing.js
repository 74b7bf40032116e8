// Where the keys go on after a part of the page was brought up to date: what had them keeps them, or what stands for it.
"use strict";

const focusing = (() => {
  // What has the keys in one of these parts.
  const heldIn = (...parts) => parts.some((part) => part?.contains(document.activeElement)) ? document.activeElement : undefined;

  // What is gone leaves them to the box that somebody types in, or to what the part begins with.
  const placeOf = (held, region) => {
    if (held.isConnected) return held;
    return (held.id && document.getElementById(held.id)) || typing.begun(region) || region.querySelector("h1, h2, h3") || region;
  };

  const giveBack = (held, region) => {
    if (!held) return;
    const place = placeOf(held, region);
    if (place.tabIndex < 0) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  };

  return { heldIn, giveBack };
})();
