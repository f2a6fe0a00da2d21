import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Busboy, { type BusboyInstance } from "@fastify/busboy";
import { AppError, isAppError } from "../../platform/errors.ts";

const FORM_TYPES = new Set(["application/x-www-form-urlencoded", "multipart/form-data"]);

/** Of one text field, in bytes; above what any field of ours takes and below what hurts. */
const FIELD_BYTES = 64 * 1024;
/** Of all text fields together: every one filled with its longest characters. */
const TEXT_BYTES = 1024 * 1024;
const FIELDS = 200;
/** More than are taken, so that the one too many can be named. */
const FILES = 40;

export interface FormStreamOptions {
  /** Text fields that are wanted; others are left out. */
  names: readonly string[];
  /** Those that may be given several times. */
  many?: readonly string[];
  /** The field that holds files. */
  fileField: string;
  /** Takes a file; must read it, or the form waits. `soFar`: the text before it. An empty file input is not reported. */
  onFile: (stream: Readable, fileName: string, soFar: FormData) => Promise<void>;
}

const bad = (message: string) => new AppError("bad-request", message);

function parserFor(request: Request): BusboyInstance {
  if (request.method !== "POST")
    throw new AppError("bad-request", "Only POST is understood.", { status: 405 });
  const type = request.headers.get("content-type") ?? "";
  if (!FORM_TYPES.has(type.split(";", 1)[0]?.trim().toLowerCase() ?? "")) {
    throw new AppError("bad-request", "The body is not a form.", { status: 415 });
  }
  const limits = {
    fieldSize: FIELD_BYTES,
    fieldNameSize: 200,
    fields: FIELDS + 1,
    files: FILES,
    parts: FIELDS + FILES + 1,
  };
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch (cause) {
    throw new AppError("bad-request", "The form cannot be read.", { cause });
  }
}

/** Collects text fields by the rules of `options`; answers why the form has to be refused, or null. */
function textCollector({ names, many = [] }: FormStreamOptions, form: FormData) {
  let [bytes, count] = [0, 0];
  return (name: string, value: string, cut: boolean): AppError | null => {
    bytes += Buffer.byteLength(value);
    count += 1;
    // The parser leaves out what is beyond its own limit without a word when a form is urlencoded.
    if (count > FIELDS) return bad("The form has too many fields.");
    if (cut || bytes > TEXT_BYTES)
      return new AppError("payload-too-large", `The field ${name} is too large.`);
    if (!names.includes(name)) return null;
    if (form.has(name) && !many.includes(name)) return bad(`The field ${name} is given more than once.`);
    form.append(name, value);
    return null;
  };
}

/**
 * Reads a posted form while it arrives: text fields into memory, files into `onFile`, one at a time. Answers the text.
 * Throws an AppError with the status to answer: 405, 415, 413 too large, 400 malformed, a file where text belongs, or a
 * field given twice. What `onFile` throws ends the reading too.
 */
export async function readFormStream(request: Request, options: FormStreamOptions): Promise<FormData> {
  const parser = parserFor(request);
  const form = new FormData();
  const collect = textCollector(options, form);
  const files: Promise<void>[] = [];
  let refusal: unknown;
  // What refuses the form may come with its very end, when destroying the parser changes nothing any more.
  const refuse = (error: unknown) => {
    refusal ??= error;
    parser.destroy(error as Error);
  };

  parser.on("field", (name, value, nameCut, valueCut) => {
    const wrong = collect(name, value, nameCut || valueCut);
    if (wrong) refuse(wrong);
  });
  parser.on("file", (name, stream, fileName) => {
    if (!fileName) return void stream.resume();
    if (name !== options.fileField) return void refuse(bad(`The field ${name} is a file.`));
    const taken = options.onFile(stream, fileName, form);
    taken.catch(refuse);
    files.push(taken);
  });
  for (const limit of ["fieldsLimit", "filesLimit", "partsLimit"] as const) {
    parser.once(limit, () => refuse(bad("The form has too many fields.")));
  }
  try {
    if (!request.body) throw bad("The form is empty.");
    await pipeline(Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0]), parser);
    await Promise.all(files);
    if (refusal) throw refusal;
  } catch (error) {
    await Promise.allSettled(files);
    const cause = refusal ?? error;
    throw isAppError(cause) ? cause : new AppError("bad-request", "The form cannot be read.", { cause });
  }
  return form;
}
