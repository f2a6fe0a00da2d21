import type { Taken } from "./early-input.ts";

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isControl(target: EventTarget): target is Control {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement
  );
}

function isChoice(control: Control): control is HTMLInputElement {
  return control.type === "checkbox" || control.type === "radio";
}

/** The field itself, or the one in its place: a form that keeps drafts is built anew with them once its scripts run. */
function successor(control: Control): Control | undefined {
  if (control.isConnected) return control;
  const named = document.querySelectorAll<Control>(
    `${control.localName}[name="${CSS.escape(control.name)}"]`,
  );
  return [...named].find(
    (other) => other.type === control.type && (!isChoice(control) || other.value === control.value),
  );
}

function say(control: Control, type: string): void {
  control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Types a text again. React believes a value only when it was not set through the element itself, so it is set both ways. */
function typeAgain(control: HTMLInputElement | HTMLTextAreaElement, value: string): void {
  const { selectionStart, selectionEnd } = control;
  const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), "value");
  control.value = "";
  own?.set?.call(control, value);
  if (selectionStart !== null) control.setSelectionRange(selectionStart, selectionEnd);
  say(control, "input");
}

function selectAgain(control: HTMLSelectElement, value: string): void {
  control.value = value;
  say(control, "input");
  say(control, "change");
}

function tickAgain(control: HTMLInputElement, checked: boolean): void {
  control.checked = !checked;
  control.click();
}

function chooseFilesAgain(control: HTMLInputElement, files: FileList | null): void {
  if (control.files !== files) control.files = files;
  say(control, "change");
}

/** Does to a field what the visitor did to it, so that whoever listens now hears of it. */
function editAgain(from: Control, noted: string, checked: boolean): void {
  const control = successor(from);
  if (!control) return;
  if (control instanceof HTMLSelectElement) selectAgain(control, noted);
  else if (isChoice(control)) tickAgain(control, checked);
  else if (control instanceof HTMLInputElement && control.type === "file")
    chooseFilesAgain(control, (from as HTMLInputElement).files);
  // What was typed while React was at work is newer than the note.
  else typeAgain(control, control.value === control.defaultValue ? noted : control.value);
}

/** Where the focus was when its field was built anew, with the kept draft in it. */
function focusAgain(focused: Element | null): void {
  if (!focused || focused.isConnected || document.activeElement !== document.body) return;
  if (isControl(focused)) successor(focused)?.focus({ preventScroll: true });
}

/** See `replayEarlyInput`. */
export function doAgain({ edits, clicks, focused }: Taken): void {
  for (const { control, value, checked } of edits)
    if (isControl(control)) editAgain(control, value ?? "", checked ?? false);
  focusAgain(focused);
  for (const button of clicks) if (button.isConnected) button.click();
}
