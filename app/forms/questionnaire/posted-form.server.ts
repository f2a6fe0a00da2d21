import type { Readable } from "node:stream";
import { AppError, isAppError } from "../../platform/errors.ts";
import { readForm } from "../../platform/http/form-body.server.ts";
import type { FileStorage } from "../../files/file-storage.server.ts";
import { MAX_FILES, storageMessage } from "../../files/upload-rules.ts";
import { storeStream } from "../../files/stored-file.server.ts";
import { isUuid, newUuid } from "../../platform/uuid.ts";
import { SPAM_FIELDS } from "../../submissions/spam/spam.ts";
import { FILE_TEXTS } from "./messages.ts";
import type { KeptFiles } from "./questionnaire-result.ts";
import { ATTACHMENTS, FILES_PENDING, questions } from "./steps.ts";

/** A questionnaire as it was posted, its files stored. */
export interface PostedForm {
  /** The answers, and the trap's fields. */
  form: FormData;
  /** Minted by the browser; empty when the form was posted without scripts. */
  submissionId: string;
  /** Whose files they are. */
  draft: string;
  /** Files to attach: those that were kept, then those that came with the form. */
  files: string[];
  /** What is wrong with the files, in words. */
  problems: string[];
}

const MANY = questions.filter(({ kind }) => kind === "checkboxes").map(({ name }) => name);
const NAMES = questions.map(({ name }) => name);
const FILE_IDS = "attachmentIds";
/** Every question answered with its 5,000 characters, percent-encoded. */
const TEXT_BYTES = 1024 * 1024;

/** Takes a field out of the form. */
function take(form: FormData, name: string): string[] {
  const values = form.getAll(name).filter((value) => typeof value === "string");
  form.delete(name);
  return values;
}

/** The draft's id as it has to be before the first file can be stored; a form from a browser without scripts has none. */
function draftOf(form: FormData): string {
  const given = form.get("draftId") || form.get("submissionId");
  if (!given) return newUuid();
  const id = typeof given === "string" ? given.toLowerCase() : given;
  if (!isUuid(id)) throw new AppError("bad-request", "The submission id is not a UUID.");
  return id;
}

/**
 * Reads a posted questionnaire, streaming its files into the storage. A file that is not taken is a problem to tell, not a
 * reason to lose the answers. Throws an AppError with the status to answer when the form itself cannot be read.
 */
export async function readPostedForm(
  request: Request,
  callerKey: string,
  storage: FileStorage,
): Promise<PostedForm> {
  const came: string[] = [];
  const problems: string[] = [];
  // Files come after the hidden fields of the form, so the draft is known by then; posted the other way it is a new one.
  let draft: string | undefined;
  const takeFile = async (stream: Readable, name: string, soFar: FormData) => {
    try {
      draft ??= draftOf(soFar);
      came.push((await storeStream(storage, { name, draft, address: callerKey }, stream)).id);
    } catch (error) {
      stream.resume();
      if (!isAppError(error) || !error.code.startsWith("storage/")) throw error;
      problems.push(`${name}: ${error.safeMessage}`);
    }
  };
  const form = await readForm(
    request,
    [...NAMES, "submissionId", "draftId", FILE_IDS, FILES_PENDING, ...SPAM_FIELDS],
    {
      many: [...MANY, FILE_IDS],
      textBytes: TEXT_BYTES,
      files: { name: ATTACHMENTS, onFile: takeFile },
    },
  );
  draft ??= draftOf(form);
  const files = [...new Set([...take(form, FILE_IDS), ...came])];
  if (files.length > MAX_FILES) problems.push(storageMessage("storage/too-many-files"));
  if (take(form, FILES_PENDING).length > 0) problems.push(FILE_TEXTS.pending);
  const [submissionId = ""] = take(form, "submissionId");
  take(form, "draftId");
  return { form, submissionId, draft, files, problems };
}

/** Those files of a posted form that can be attached at the next attempt. */
export function keptFiles(storage: FileStorage, { draft, files }: PostedForm): KeptFiles {
  const stored = files.flatMap((id) => storage.get(id)?.stored ?? []);
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
