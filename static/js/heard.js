// What only a screen reader is told, one sentence at a time: a status is read out as a whole.
"use strict";

const heard = (words) => {
  const place = document.getElementById("heard");
  // The same once more would be no change, and not be read.
  place.textContent = place.textContent === words ? `${words}\u00a0` : words;
};
