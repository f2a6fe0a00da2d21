import type { SubmissionResult, useForm } from "@conform-to/react";
import type CONTACT_TEXTS from "../../model/texts/contact-form.json";
import { fillIn, type Texts } from "../../model/texts/texts.ts";
import type { Failed, FailureCode } from "../../platform/errors.ts";
import type { Invalid } from "../../platform/http/receive-form.server.ts";
import type { ControlledField } from "../../ui/field-control.tsx";

export type ContactTexts = Texts<keyof typeof CONTACT_TEXTS.texts>;

/** The form as the page shows it; its schema stays on the server. */
export interface ContactFormView {
  /** Changes with every change of the form. */
  version: string;
  fields: readonly (ControlledField & { name: string })[];
  /** Maximum lengths and required fields, by name. */
  constraint: NonNullable<Parameters<typeof useForm<Record<string, string>>>[0]["constraint"]>;
  /** Chosen beforehand, by the link that led here; null for the default, which counts as chosen once it is touched. */
  service: string | null;
}

/** Returns the text for a failed attempt; `email` is the company's address. */
export function contactFailureText(texts: ContactTexts, code: FailureCode, email: string): string {
  return fillIn(texts[code === "permission-denied" ? "denied" : code], { email });
}

/**
 * What the contact form's action returns. `submission` is conform's: the errors by field and the posted values. `form`: as it is now,
 * because it may have changed since it was opened.
 */
export type ContactResult =
  | { status: "sent"; reference: string }
  | (Invalid & { form: ContactFormView })
  | (Failed & { submission?: SubmissionResult });
