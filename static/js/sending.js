// A form that is sent while the desk is away would be lost with its page: first the desk is asked whether it is there.
"use strict";

(() => {
  const PATIENCE = 3_000;
  const answers = () => fetch("/live/", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then((answer) => answer.status < 500, () => false);
  const say = (words) => document.dispatchEvent(new CustomEvent("desk:sending", { detail: words }));
  let answered = false;

  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (!("away" in document.body.dataset) || answered || form.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    say("Sending …");
    if (!await answers()) return say("Not sent: the desk does not answer. What you typed stays here. Try again.");
    say("");
    answered = true;
    form.requestSubmit(submitter);
    answered = false;
  }, true);
})();
