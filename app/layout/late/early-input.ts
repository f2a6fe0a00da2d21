/** What the start script notes, and with which listeners (`start-script.ts`). */
interface Early {
  clicks: Set<HTMLElement>;
  edits: Set<EventTarget>;
  click: (event: Event) => void;
  edit: (event: Event) => void;
}

declare global {
  interface Window {
    early?: Early;
  }
}

/** A field that the visitor changed, and its state then. */
export interface Edit {
  control: EventTarget & { value?: string; checked?: boolean };
  value: string | undefined;
  checked: boolean | undefined;
}

/** What the visitor did before React was there. */
export interface Taken {
  edits: readonly Edit[];
  clicks: readonly HTMLElement[];
  focused: Element | null;
}

let taken: Taken | undefined;

/**
 * Ends the notes of the start script, just before React attaches its own listeners, which miss nothing from then on. Values
 * are read now: React puts a select back to its first choice when it takes over.
 */
export function takeEarlyInput(): void {
  const { early } = window;
  if (!early) return;
  delete window.early;
  document.removeEventListener("click", early.click, true);
  document.removeEventListener("input", early.edit, true);
  document.removeEventListener("change", early.edit, true);
  const edits = [...early.edits].map((control: Edit["control"]) => ({
    control,
    value: control.value,
    checked: control.checked,
  }));
  if (edits.length + early.clicks.size > 0)
    taken = { edits, clicks: [...early.clicks], focused: document.activeElement };
}

/**
 * Does again, once, what the visitor did before React was there: fields keep what was typed and the screen's state hears of
 * it, and no press of a button is lost. To be called when every listener of the page stands. How it is done comes only to
 * the few who were that quick.
 */
export async function replayEarlyInput(): Promise<void> {
  const early = taken;
  taken = undefined;
  if (early) (await import("./do-again.ts")).doAgain(early);
}
