import { useCallback, useEffect, useState } from "react";
import { SENT_TTL_MS, type SentKind } from "../model/thanks.ts";

/** A form that was sent from this tab. */
export interface SentForm {
  reference: string;
  isPaid: boolean;
}

interface StoredForm extends SentForm {
  sentAt: number;
  /** Whether another one was begun since. */
  isOver?: boolean;
}

const keyOf = (kind: SentKind): string => `sent-${kind}`;

function readStored(kind: SentKind): Partial<StoredForm> {
  try {
    return (JSON.parse(sessionStorage.getItem(keyOf(kind)) ?? "{}") ?? {}) as Partial<StoredForm>;
  } catch {
    return {};
  }
}

function store(kind: SentKind, form: Partial<StoredForm>): void {
  try {
    sessionStorage.setItem(keyOf(kind), JSON.stringify(form));
  } catch {
    // Storage is blocked: the form opens empty.
  }
}

/** Remembers in this tab that a form was sent, for whoever goes back to it. */
export function rememberSent(kind: SentKind, { reference, isPaid }: SentForm): void {
  // Looking at its thank-you page again does not take the place of another one that was begun.
  if (readStored(kind).reference === reference) return;
  store(kind, { reference, isPaid, sentAt: Date.now() });
}

function readSent(kind: SentKind): SentForm | null {
  const { reference, isPaid, sentAt, isOver } = readStored(kind);
  if (typeof reference !== "string" || isOver) return null;
  return Date.now() - Number(sentAt) < SENT_TTL_MS ? { reference, isPaid: isPaid === true } : null;
}

/**
 * Returns the form that was sent from this tab before the page was opened, or opened again by the browser's Back, and a function to
 * begin another one. Null on the server, while hydrating, and for `null` instead of a form.
 */
export function useSentForm(kind: SentKind | null): [SentForm | null, () => void] {
  const [sent, setSent] = useState<SentForm | null>(null);
  useEffect(() => {
    if (kind === null) return;
    setSent(readSent(kind));
    // A page that the browser has kept whole does not mount again.
    const shownAgain = ({ persisted }: PageTransitionEvent) => persisted && setSent(readSent(kind));
    addEventListener("pageshow", shownAgain);
    return () => removeEventListener("pageshow", shownAgain);
  }, [kind]);
  const beginAnother = useCallback(() => {
    if (kind !== null) store(kind, { ...readStored(kind), isOver: true });
    setSent(null);
  }, [kind]);
  return [sent, beginAnother];
}
