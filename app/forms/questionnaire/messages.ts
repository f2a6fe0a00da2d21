import { THANKS } from "../../model/thanks.ts";
import { MAX_FILES, MAX_FILE_TEXT } from "../../model/upload-limits.ts";

/** Every text of the questionnaire that is not a question (docs/specification.md, sections 2, 5 and 8). */
export const QUESTIONNAIRE_TEXTS = {
  banner: "Please fill in all required fields correctly before submitting.",
  nearSubmit: "Please fill in all required fields",
  success: THANKS.questionnaire,
  sentBefore: (reference: string) => `Your questionnaire was sent, reference ${reference}.`,
  seeNext: "See what happens next",
  another: "Start another",
  restored: "Your unfinished questionnaire was restored.",
  clearDraft: "Clear draft",
  cleared: "Draft cleared.",
  draftNote: "Your answers are kept in this browser for 30 days, until you submit them.",
  previous: "Previous",
  next: "Next",
  submit: "Submit Questionnaire",
  submitting: "Submitting...",
} as const;

/** Texts of the review before sending. */
export const CHECK_TEXTS = {
  heading: "Check your answers",
  /** How many required answers are missing, given ones wrong, and files not uploaded. */
  state({ missing, wrong, notUploaded }: Record<"missing" | "wrong" | "notUploaded", number>): string {
    const parts = [
      missing > 0 ? `${missing} required ${missing === 1 ? "answer is" : "answers are"} missing` : "",
      wrong > 0 ? `${wrong} ${wrong === 1 ? "answer is" : "answers are"} not valid` : "",
      notUploaded > 0 ? `${notUploaded} ${notUploaded === 1 ? "file is" : "files are"} not uploaded` : "",
    ].filter(Boolean);
    return parts.join(", ") || "Everything required is answered";
  },
  change: "Change",
  answer: "Not answered yet",
  notUploaded: "not uploaded",
} as const;

/** Texts about files. `name` is the file's. */
export const FILE_TEXTS = {
  label: "Files",
  hint: `PDF, Word, JPEG, PNG or GIF. Up to ${MAX_FILES} files of ${MAX_FILE_TEXT} each.`,
  choose: "Choose files",
  drop: "or drop them here",
  failed: "Error uploading files. Please try again.",
  /** Why the form is not sent yet, by what keeps it (`filesProblem`). */
  keeping: {
    pending: "Some files are still being uploaded. Please wait, or remove them.",
    failed: "Some files could not be uploaded. Please try again, or remove them.",
  },
  waiting: "Waiting",
  cut: "The connection is lost. The upload waits and goes on by itself.",
  done: "Uploaded",
  interrupted: "The upload was interrupted. Choose the same file again to go on.",
  retry: "Try again",
  retryLabel: (name: string) => `Try to upload ${name} again`,
  cancel: "Cancel",
  cancelLabel: (name: string) => `Cancel the upload of ${name}`,
  remove: "Remove",
  removeLabel: (name: string) => `Remove ${name}`,
  progressLabel: (name: string) => `Uploading ${name}`,
  keepLabel: (name: string) => `Keep ${name}`,
  kept: "Files that are uploaded already",
  announceDone: (name: string) => `${name} is uploaded.`,
  announceRemoved: (name: string) => `${name} is removed.`,
} as const;

const REASONS: Record<string, string> = {
  "permission-denied": "Permission denied",
  unavailable: "The server cannot be reached right now",
};

/** docs/specification.md, section 8. `{message}` is safe to show: a general reason and the request id to look up in the log. */
export function submitFailureText(code: string, requestId?: string): string {
  const message = `${REASONS[code] ?? "Something went wrong"}${requestId ? ` (request ${requestId})` : ""}`;
  return `There was an error submitting your questionnaire: ${message}. Please try again or contact us directly.`;
}
