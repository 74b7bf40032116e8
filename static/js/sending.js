// A form that is sent while the desk is away would be lost with its page: first the desk is asked whether it is there.
"use strict";

(() => {
  const PATIENCE = 3_000;
  const SILENT = "Not sent: the desk does not answer. What you typed stays here. Try again.";
  const CHANGED = "Not sent: what you pressed is not here any more. What you typed stays. Look again.";
  const answers = () => fetch("/live/", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) }).then((answer) => answer.status < 500, () => false);
  let isAsking = false, passes = false, said = "";
  const say = (words) => {
    said = words;
    document.dispatchEvent(new CustomEvent("desk:sending", { detail: words }));
  };

  const hold = (words) => {
    say(words);
    document.dispatchEvent(new CustomEvent("desk:held"));
  };

  // A form without the button that was pressed would say something else: an answer instead of a question back.
  const isWhole = (form, submitter) => form.isConnected && (!submitter || submitter.form === form);

  const send = (form, submitter) => {
    passes = true;
    try { form.requestSubmit(submitter); } finally { passes = false; }
  };

  const ask = async (form, submitter) => {
    say("Sending …");
    if (!await answers()) return hold(SILENT);
    if (!isWhole(form, submitter)) return hold(CHANGED);
    say("");
    send(form, submitter);
  };

  // A desk that answers again is not called silent any more.
  const answered = () => { if (said === SILENT) say(""); };
  document.addEventListener("desk:live", answered);
  document.addEventListener("desk:reached", answered);
  document.addEventListener("submit", async (event) => {
    const { target: form, submitter } = event;
    if (!("away" in document.body.dataset) || passes || form.method !== "post") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (isAsking) return;
    isAsking = true;
    try { await ask(form, submitter); } finally { isAsking = false; }
  }, true);
})();
