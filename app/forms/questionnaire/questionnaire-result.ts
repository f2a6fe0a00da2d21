import type { SubmissionResult } from "@conform-to/react";
import type { Failed } from "../../platform/failure.ts";

/** The path that the form posts to. */
export const QUESTIONNAIRE = "/questionnaire";

/** Where files go by the tus protocol. */
export const UPLOADS = "/api/uploads";

/** Where an admin opens a file; nobody else can. */
export const fileAddress = (id: string) => `/admin/files/${id}`;

/** Where a sent questionnaire ends. */
export const thankYouAddress = (reference: string) => `/thank-you?${new URLSearchParams({ ref: reference })}`;

/** Returns the reference in a `thankYouAddress`. */
export const thankYouReference = (address: string) =>
  new URLSearchParams(address.slice(address.indexOf("?"))).get("ref") ?? "";

/** A file that is stored and waits for the next attempt. */
export interface KeptFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** What a form that was posted with its files goes on with: the draft they belong to, and they themselves. */
export interface KeptFiles {
  draftId: string;
  files: KeptFile[];
}

/** What the questionnaire's endpoint answers. `submission` is conform's: errors by field and what was typed. */
export type QuestionnaireOutcome =
  | { status: "sent"; reference: string }
  | { status: "invalid"; submission: SubmissionResult; kept: KeptFiles }
  | (Failed & { submission?: SubmissionResult; kept?: KeptFiles; requestId?: string });
