import type { Readable } from "node:stream";
import type { FileStorage } from "../../files/file-storage.server.ts";
import { storageMessage } from "../../files/upload-rules.ts";
import { ATTACHMENTS, FILES_PENDING, questions } from "../../model/questionnaire-steps.ts";
import { MAX_FILES, MAX_QUESTIONNAIRE_TEXT_BYTES } from "../../model/upload-limits.ts";
import { isUuid, newUuid } from "../../model/uuid.ts";
import { AppError, isAppError } from "../../platform/errors.ts";
import type { FormLimits } from "../../platform/http/form-body.server.ts";
import { SPAM_FIELDS } from "../../submissions/spam/page-token.ts";
import { FILE_TEXTS } from "./messages.ts";
import type { KeptFiles } from "./questionnaire-result.ts";

/** A posted questionnaire whose files are stored. */
export interface PostedForm {
  /** Minted by the browser; empty when the form was posted without scripts. */
  submissionId: string;
  /** Id of the draft that the files belong to. */
  draft: string;
  /** Ids of the files to attach: the kept ones, then those posted with the form. */
  files: string[];
  /** Messages about rejected files. */
  problems: string[];
}

const MANY = questions.filter(({ kind }) => kind === "checkboxes").map(({ name }) => name);
const NAMES = questions.map(({ name }) => name);
const FILE_IDS = "attachmentIds";

/** Removes a field from the form and returns its values. */
function take(form: FormData, name: string): string[] {
  const values = form.getAll(name).filter((value) => typeof value === "string");
  form.delete(name);
  return values;
}

/** Returns the posted draft id, or a new one for a form from a browser without scripts; the first file needs it. */
function draftOf(form: FormData): string {
  const given = form.get("draftId") || form.get("submissionId");
  if (!given) return newUuid();
  const id = typeof given === "string" ? given.toLowerCase() : given;
  if (!isUuid(id)) throw new AppError("bad-request", "The submission id is not a UUID.");
  return id;
}

/** Every field that the form posts. */
export const POSTED_NAMES = [
  ...NAMES,
  "submissionId",
  "draftId",
  FILE_IDS,
  FILES_PENDING,
  ...SPAM_FIELDS,
] as const;

/**
 * Returns how a posted questionnaire is read: `body` streams its files into the storage, then `takeFrom` takes what belongs to them
 * out of the form. A rejected file becomes a problem to report, so that the answers are not lost. Throws an AppError.
 */
export function postedFiles(storage: FileStorage, callerKey: string) {
  const came: string[] = [];
  const problems: string[] = [];
  // The form's hidden fields come before its files, so the draft is known by then; in any other order it is a new one.
  let draft: string | undefined;
  const onFile = async (stream: Readable, name: string, soFar: FormData) => {
    try {
      draft ??= draftOf(soFar);
      came.push((await storage.store({ name, draft, callerKey }, stream)).id);
    } catch (error) {
      stream.resume();
      if (!isAppError(error) || !error.code.startsWith("storage/")) throw error;
      problems.push(`${name}: ${error.safeMessage}`);
    }
  };
  const body: FormLimits = {
    many: [...MANY, FILE_IDS],
    textBytes: MAX_QUESTIONNAIRE_TEXT_BYTES,
    files: { name: ATTACHMENTS, onFile },
  };
  function takeFrom(form: FormData): PostedForm {
    draft ??= draftOf(form);
    const files = [...new Set([...take(form, FILE_IDS), ...came])];
    if (files.length > MAX_FILES) problems.push(storageMessage("storage/too-many-files"));
    const [keeping] = take(form, FILES_PENDING);
    if (keeping !== undefined) problems.push(FILE_TEXTS.keeping[keeping === "failed" ? "failed" : "pending"]);
    const [submissionId = ""] = take(form, "submissionId");
    take(form, "draftId");
    return { submissionId, draft, files, problems };
  }
  return { body, takeFrom };
}

/** Returns the stored files of a posted form that can be attached with the next attempt. */
export async function keptFiles(storage: FileStorage, { draft, files }: PostedForm): Promise<KeptFiles> {
  // A draft has no more of them.
  const uploads = await Promise.all(files.slice(0, MAX_FILES).map((id) => storage.get(id)));
  const stored = uploads.flatMap((upload) => upload?.stored ?? []);
  return {
    draftId: draft,
    files: stored
      .filter((file) => file.draft === draft)
      .map(({ id, metadata }) => ({
        id,
        name: metadata.customMetadata["fileName"] ?? metadata.name,
        size: metadata.size,
      })),
  };
}
