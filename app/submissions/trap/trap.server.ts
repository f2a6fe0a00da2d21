import { readMark } from "./marks.server.ts";
import { HONEYPOT, MARK } from "./trap-names.ts";

/** Why a form seems to have been sent by a program. Stored with the submission as `suspected`. */
export type Suspicion = "hidden-field" | "no-mark" | "old-mark" | "too-quick";

/**
 * Takes the trap's fields out of a posted form and says what they tell; null when nothing is wrong. A suspicion is noted and
 * nothing else: the submission is kept and answered like any other (docs/decisions/0015).
 */
export type Trap = (form: FormData) => Suspicion | null;

/** Nobody enters a form, fills it in and sends it in less, not even with all fields filled by the browser. Milliseconds. */
const QUICKEST = 1_000;

/** A draft is kept for 30 days, and a page that stays open longer gets a new mark when its form is begun. Milliseconds. */
const OLDEST = 31 * 24 * 60 * 60 * 1000;

function suspicionOf(secret: string, hidden: string, posted: string, now: number): Suspicion | null {
  if (hidden !== "") return "hidden-field";
  const mark = readMark(secret, posted);
  if (!mark) return "no-mark";
  const age = now - mark.at;
  if (age > OLDEST) return "old-mark";
  return mark.kind === "begun" && age < QUICKEST ? "too-quick" : null;
}

/** Takes a field out of the form; empty when it is not there. */
function take(form: FormData, name: string): string {
  const value = form.get(name) ?? "";
  form.delete(name);
  return typeof value === "string" ? value : "a file";
}

export function createTrap(secret: string, clock: () => number = Date.now): Trap {
  return (form) => {
    const [hidden, mark] = [take(form, HONEYPOT), take(form, MARK)];
    return suspicionOf(secret, hidden, mark, clock());
  };
}

/** What a suspicion adds to the document of a submission: nothing when there is none. */
export function suspectedField(suspicion: Suspicion | null): { suspected?: Suspicion } {
  return suspicion ? { suspected: suspicion } : {};
}
