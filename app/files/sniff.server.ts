import { fileTypeFromFile } from "file-type";
import { allowedExtension } from "./limits.ts";
import type { Extension } from "./limits.ts";
import { holdsWordDocument } from "./word-97.server.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

/** What a file of this extension may turn out to be, and what it is called then. */
const CONTENT: Record<Extension, Readonly<Record<string, string>>> = {
  pdf: { "application/pdf": "application/pdf" },
  doc: { "application/x-cfb": "application/msword" },
  docx: { [DOCX]: DOCX },
  jpg: { "image/jpeg": "image/jpeg" },
  jpeg: { "image/jpeg": "image/jpeg" },
  png: { "image/png": "image/png", "image/apng": "image/png" },
  gif: { "image/gif": "image/gif" },
};

/** One buffer of the detection may not be larger, whatever the file says about itself. Bytes. */
const MAX_BUFFER = 1024 * 1024;

/**
 * The content type of a stored file, judged by its bytes and allowed only under an extension that promises it; null for
 * everything else (decisions, "Questionnaire": content sniffed, not the extension alone).
 */
export async function sniffContentType(path: string, name: string): Promise<string | null> {
  const extension = allowedExtension(name);
  if (!extension) return null;
  // A file made to break the detection is simply none of the allowed ones.
  const found = await fileTypeFromFile(path, { maxBufferSize: MAX_BUFFER }).catch(() => undefined);
  const type = (found && CONTENT[extension][found.mime]) ?? null;
  if (type === "application/msword" && !(await holdsWordDocument(path))) return null;
  return type;
}
