import type { SubmissionResult } from "@conform-to/react";
import type { Failed } from "../../platform/errors.ts";
import type { Invalid } from "../../platform/http/receive-form.server.ts";

export const QUESTIONNAIRE = "/questionnaire";

/** The path of the tus endpoint. */
export const UPLOADS = "/api/uploads";

/** Returns the path of a file, which only admins can open. */
export const filePath = (id: string) => `/admin/files/${id}`;

export const thankYouReference = (address: string) =>
  new URLSearchParams(address.slice(address.indexOf("?"))).get("ref") ?? "";

/** A stored file that waits for the next attempt. */
export interface KeptFile {
  id: string;
  name: string;
  /** Bytes. */
  size: number;
}

/** The draft id and the stored files of a form that was posted without scripts. */
export interface KeptFiles {
  draftId: string;
  files: KeptFile[];
}

/** The result of the questionnaire's action. `submission` is conform's: errors by field and the posted values. */
export type QuestionnaireResult =
  | { status: "sent"; reference: string }
  | (Invalid & { kept?: KeptFiles })
  | (Failed & { submission?: SubmissionResult; kept?: KeptFiles; requestId?: string });
