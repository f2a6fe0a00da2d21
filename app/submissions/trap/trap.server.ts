import type { CountUse, UsageLimit } from "../../platform/usage-counter.server.ts";
import { readMark } from "./marks.server.ts";
import { HONEYPOT, MARK } from "./trap-names.ts";

/** Why a form seems to have been sent by a program. Stored with the submission as `suspected`. */
export type Suspicion = "hidden-field" | "no-mark" | "old-mark" | "too-quick" | "used-mark";

/**
 * Takes the trap's fields out of a posted form. `caller` is the key of the caller's share. Returns what judges the form once
 * it is known to be whole and which submission it is.
 */
export type Trap = (form: FormData, caller: string) => Judge;

/**
 * Counts the form's mark for a submission and returns why the form is suspected, or null. The same submission again is not
 * counted again. A suspicion is noted and nothing else: the submission is kept and answered like any other
 * (docs/decisions/0015). Never throws.
 */
export type Judge = (submissionId: string) => Promise<Suspicion | null>;

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

/** A mark that was asked for when a form was begun is for one submission. */
const ONE_EACH: UsageLimit = { name: "form-mark", max: 1, ttlMs: OLDEST };

/** A page's mark is everybody's: forms without scripts of one caller, more than a household sends in a day. */
const WITHOUT_SCRIPTS: UsageLimit = { name: "page-mark", max: 10, ttlMs: 24 * 60 * 60 * 1000 };

interface TrapOptions {
  secret: string;
  countUse: CountUse;
  /** Hears that marks could not be counted; then they are not judged by it. */
  onError: (error: unknown) => void;
  clock?: () => number;
}

export function createTrap({ secret, countUse, onError, clock = Date.now }: TrapOptions): Trap {
  async function isUsed(mark: string, caller: string, submissionId: string): Promise<boolean> {
    try {
      return readMark(secret, mark)?.kind === "page"
        ? !(await countUse(WITHOUT_SCRIPTS, caller, submissionId))
        : !(await countUse(ONE_EACH, mark, submissionId));
    } catch (error) {
      onError(error);
      return false;
    }
  }
  return (form, caller) => {
    const [hidden, mark] = [take(form, HONEYPOT), take(form, MARK)];
    const suspicion = suspicionOf(secret, hidden, mark, clock());
    return async (submissionId) =>
      suspicion ?? ((await isUsed(mark, caller, submissionId)) ? "used-mark" : null);
  };
}

/** What a suspicion adds to the document of a submission: nothing when there is none. */
export function suspectedField(suspicion: Suspicion | null): { suspected?: Suspicion } {
  return suspicion ? { suspected: suspicion } : {};
}
