/**
 * The limits of attachments (docs/decisions.md, "Questionnaire"), from which everything else follows: what browser, storage and tus
 * endpoint take, how large a request may be (`server/body-limits.ts`), and what the texts say. Sizes in bytes.
 */
const MB = 1024 * 1024;

export const MAX_FILES = 10;
export const MAX_FILE_BYTES = 10 * MB;

/** For texts, such as "At most 10 files of 10 MB each". */
export const MAX_FILE_TEXT = `${MAX_FILE_BYTES / MB} MB`;

/** Text of a questionnaire: every question answered with 5,000 characters, percent-encoded. */
export const MAX_QUESTIONNAIRE_TEXT_BYTES = MB;

/** Headers around a file or a part of a form. */
const ENVELOPE_BYTES = MB;

/** The largest request of an upload: one file. */
export const MAX_UPLOAD_REQUEST_BYTES = MAX_FILE_BYTES + ENVELOPE_BYTES;

/** The largest form that is sent without scripts: all files and all answers. */
export const MAX_QUESTIONNAIRE_BYTES =
  MAX_FILES * MAX_FILE_BYTES + MAX_QUESTIONNAIRE_TEXT_BYTES + ENVELOPE_BYTES;
