import { AppError } from "../platform/errors.ts";

/** A text form with every field of ours filled to its limit, percent-encoded, stays below this. */
const MAX_BYTES = 64 * 1024;

const FORM_TYPES = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = () => new AppError("payload-too-large", `The form is larger than ${MAX_BYTES} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/**
 * Reads the named text fields of a posted form; fields of other names are left out, missing ones are left missing.
 * Throws an AppError with the status to answer: 405 not a POST, 415 not a form, 413 too large, 400 malformed, a file
 * where text belongs, or a field given twice.
 */
export async function readTextForm(request: Request, names: readonly string[]): Promise<FormData> {
  if (request.method !== "POST")
    throw new AppError("bad-request", "Only POST is understood.", { status: 405 });
  const type = request.headers.get("content-type") ?? "";
  if (!FORM_TYPES.has(type.split(";", 1)[0]?.trim().toLowerCase() ?? "")) {
    throw new AppError("bad-request", "The body is not a form.", { status: 415 });
  }
  const bytes = await readBytes(request);
  const posted = await new Response(bytes, { headers: { "content-type": type } })
    .formData()
    .catch((cause) => {
      throw new AppError("bad-request", "The form cannot be read.", { cause });
    });
  const form = new FormData();
  for (const name of names) {
    const [value, ...more] = posted.getAll(name);
    if (more.length > 0) throw new AppError("bad-request", `The field ${name} is given more than once.`);
    if (typeof value === "object") throw new AppError("bad-request", `The field ${name} is a file.`);
    if (value !== undefined) form.set(name, value);
  }
  return form;
}
