import { AppError } from "../platform/errors.ts";

/** A small text form with every field filled to its limit, percent-encoded, stays below this. */
const MAX_BYTES = 64 * 1024;

interface TextFormOptions {
  /** Names that may be given several times, such as a group of checkboxes. */
  many?: readonly string[];
  /** Larger bodies are refused; 64 KiB when left out. */
  maxBytes?: number;
}

const FORM_TYPES = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new AppError("payload-too-large", `The form is larger than ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Reads the named text fields of a posted form; fields of other names are left out, missing ones are left missing.
 * Throws an AppError with the status to answer: 405 not a POST, 415 not a form, 413 too large, 400 malformed, a file
 * where text belongs, or a field given twice.
 */
export async function readTextForm(
  request: Request,
  names: readonly string[],
  { many = [], maxBytes = MAX_BYTES }: TextFormOptions = {},
): Promise<FormData> {
  if (request.method !== "POST")
    throw new AppError("bad-request", "Only POST is understood.", { status: 405 });
  const type = request.headers.get("content-type") ?? "";
  if (!FORM_TYPES.has(type.split(";", 1)[0]?.trim().toLowerCase() ?? "")) {
    throw new AppError("bad-request", "The body is not a form.", { status: 415 });
  }
  const bytes = await readBytes(request, maxBytes);
  const posted = await new Response(bytes, { headers: { "content-type": type } })
    .formData()
    .catch((cause) => {
      throw new AppError("bad-request", "The form cannot be read.", { cause });
    });
  const form = new FormData();
  for (const name of names) {
    const values = posted.getAll(name);
    if (values.length > 1 && !many.includes(name)) {
      throw new AppError("bad-request", `The field ${name} is given more than once.`);
    }
    for (const value of values) {
      if (typeof value === "object") throw new AppError("bad-request", `The field ${name} is a file.`);
      form.append(name, value);
    }
  }
  return form;
}
