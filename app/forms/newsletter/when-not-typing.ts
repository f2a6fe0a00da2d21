/** Milliseconds without a key pressed after which a visitor who still stands in a field is not typing any more. */
export const IDLE_AFTER = 15_000;

const EDITABLE =
  "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=reset])";

const isInField = () => document.activeElement?.matches(EDITABLE) ?? false;

/**
 * Calls `act` once, as soon as the visitor is not filling in a field: at once, when the focus leaves the last field, or
 * after a pause. Answers a function that calls it off.
 */
export function whenNotTyping(act: () => void): () => void {
  if (!isInField()) {
    act();
    return () => {};
  }
  const listening = new AbortController();
  let timer = setTimeout(finish, IDLE_AFTER);

  function stop() {
    listening.abort();
    clearTimeout(timer);
  }
  function finish() {
    stop();
    act();
  }
  function restart() {
    clearTimeout(timer);
    timer = setTimeout(finish, IDLE_AFTER);
  }
  function leave() {
    // The focus may be on its way to the next field.
    setTimeout(() => {
      if (!listening.signal.aborted && !isInField()) finish();
    });
  }
  document.addEventListener("input", restart, listening);
  document.addEventListener("focusin", restart, listening);
  document.addEventListener("focusout", leave, listening);
  return stop;
}
