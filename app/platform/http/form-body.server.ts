import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Busboy, { type BusboyInstance } from "@fastify/busboy";
import { z, type ZodType } from "zod";
import { AppError, isAppError } from "../errors.ts";

const KB = 1024;
/** Limit for all text fields of a form together, names included. */
const TEXT_BYTES = 64 * KB;
const MAX_FIELDS = 200;
const MAX_NAME = 200;
/** More than the forms accept, so that their own message can name the limit. */
const MAX_FILES = 40;
/** Size of a percent-encoded byte. */
const ENCODED = 3;

const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";

/** The name of a field, or a pattern for numbered names, such as lines of a list. */
export type FieldName = string | RegExp;

export interface FormLimits {
  /** Fields that may occur several times. */
  many?: readonly string[];
  /** Bytes of fields that do not count towards the text, such as a drawn signature. */
  large?: Readonly<Record<string, number>>;
  /** Bytes of the text; 64 KB when left out. */
  textBytes?: number;
  files?: {
    name: string;
    /** Takes a file; must read it, or the form waits. `soFar`: the text before it. An empty file input is not reported. */
    onFile: (stream: Readable, fileName: string, soFar: FormData) => Promise<void>;
  };
}

const bad = (message: string, cause?: unknown) => new AppError("bad-request", message, { cause });
const tooLarge = (message: string) => new AppError("payload-too-large", message);

/** Collects fields by the rules of a form. Throws an AppError when one breaks them. */
class Fields {
  readonly form = new FormData();
  readonly #names: readonly FieldName[];
  readonly #limits: FormLimits;
  #count = 0;
  #bytes = 0;

  constructor(names: readonly FieldName[], limits: FormLimits) {
    this.#names = names;
    this.#limits = limits;
  }

  /** Counts fields before any is decoded or stored. */
  count(): void {
    this.#count += 1;
    if (this.#count > MAX_FIELDS) throw bad("The form has too many fields.");
  }

  add(name: string, value: string): void {
    const { large = {}, many = [], textBytes = TEXT_BYTES } = this.#limits;
    const size = Buffer.byteLength(value);
    const own = Object.hasOwn(large, name) ? large[name] : undefined;
    if (own === undefined) this.#bytes += name.length + size;
    if (size > (own ?? textBytes) || this.#bytes > textBytes || name.length > MAX_NAME)
      throw tooLarge(`The field ${name.slice(0, MAX_NAME)} is too large.`);
    if (!this.#names.some((known) => (typeof known === "string" ? known === name : known.test(name)))) return;
    if (this.form.has(name) && !many.includes(name)) throw bad(`The field ${name} is given more than once.`);
    this.form.append(name, value);
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const refusal = () => tooLarge(`The form is larger than ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw refusal();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw refusal();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns the size limit of an urlencoded body. A multipart body may be twice as large, for names and headers of its parts. */
function rawBytes({ large = {}, textBytes = TEXT_BYTES }: FormLimits): number {
  return textBytes + ENCODED * Object.values(large).reduce((sum, bytes) => sum + bytes, 0);
}

async function readUrlencoded(request: Request, fields: Fields, limits: FormLimits): Promise<void> {
  const body = (await readBytes(request, rawBytes(limits))).toString("utf8");
  for (let start = 0; start < body.length;) {
    const mark = body.indexOf("&", start);
    const end = mark < 0 ? body.length : mark;
    fields.count();
    const [pair] = new URLSearchParams(body.slice(start, end));
    if (pair) fields.add(...pair);
    start = end + 1;
  }
}

function parserFor(type: string, { large = {}, textBytes = TEXT_BYTES }: FormLimits): BusboyInstance {
  const limits = {
    fieldSize: Math.max(textBytes, ...Object.values(large)),
    fieldNameSize: MAX_NAME,
    fields: MAX_FIELDS,
    files: MAX_FILES,
    parts: MAX_FIELDS + MAX_FILES,
  };
  try {
    return new Busboy({ headers: { "content-type": type }, limits });
  } catch (cause) {
    throw bad("The form cannot be read.", cause);
  }
}

/** Returns the bytes of a file. When they are given up in the middle the rest is read all the same: the parser waits for it. */
function readToTheEnd(file: Readable): Readable {
  const bytes = file.pipe(new PassThrough());
  file.on("error", (error) => bytes.destroy(error));
  // After the listener of `pipe`, which pauses the file.
  return bytes.once("close", () => file.resume());
}

async function readMultipart(request: Request, type: string, fields: Fields, limits: FormLimits) {
  const parser = parserFor(type, limits);
  const taken: Promise<void>[] = [];
  let refusal: unknown;
  // The form may be rejected with its last chunk, when destroying the parser has no effect.
  const refuse = (error: unknown) => {
    refusal ??= error;
    parser.destroy(error as Error);
  };
  parser.on("field", (name, value, nameCut, valueCut) => {
    if (refusal) return;
    try {
      fields.count();
      if (nameCut || valueCut) throw tooLarge("A field is too large.");
      fields.add(name, value);
    } catch (error) {
      refuse(error);
    }
  });
  parser.on("file", (name, stream, fileName) => {
    if (refusal || !fileName) return void stream.resume();
    if (name !== limits.files?.name) {
      stream.resume();
      return void refuse(bad(`The field ${name.slice(0, MAX_NAME)} is a file.`));
    }
    const file = limits.files.onFile(readToTheEnd(stream), fileName, fields.form);
    file.catch(refuse);
    taken.push(file);
  });
  for (const limit of ["fieldsLimit", "filesLimit", "partsLimit"] as const) {
    parser.once(limit, () => refuse(bad("The form has too many fields.")));
  }
  try {
    if (!request.body) throw bad("The form is empty.");
    // Only files are streamed: text forms are small and read first.
    const body = limits.files
      ? Readable.fromWeb(request.body as Parameters<typeof Readable.fromWeb>[0])
      : Readable.from([await readBytes(request, 2 * rawBytes(limits))]);
    await pipeline(body, parser);
    await Promise.all(taken);
    if (refusal) throw refusal;
  } catch (error) {
    await Promise.allSettled(taken);
    throw refusal ?? error;
  }
}

/**
 * Reads a posted form while it arrives, before anything else parses it: only fields of known `names` are kept, files go to
 * `limits.files` one at a time. Missing fields stay missing. Every form of the site goes through here.
 * Throws an AppError with the status to answer: 405 not a POST, 415 not a form, 413 too large, 400 malformed, more than 200
 * fields, a file where text belongs, or a field given twice. What `onFile` throws ends the reading too.
 */
export async function readForm(
  request: Request,
  names: readonly FieldName[],
  limits: FormLimits = {},
): Promise<FormData> {
  if (request.method !== "POST")
    throw new AppError("bad-request", "Only POST is understood.", { status: 405 });
  const type = request.headers.get("content-type") ?? "";
  const kind = type.split(";", 1)[0]?.trim().toLowerCase();
  const fields = new Fields(names, limits);
  try {
    if (kind === URLENCODED) await readUrlencoded(request, fields, limits);
    else if (kind === MULTIPART) await readMultipart(request, type, fields, limits);
    else throw new AppError("bad-request", "The body is not a form.", { status: 415 });
  } catch (cause) {
    throw isAppError(cause) ? cause : bad("The form cannot be read.", cause);
  }
  return fields.form;
}

/**
 * Returns a posted JSON body of at most `maxBytes`, unvalidated. Throws an AppError with the status of the response: 405, 415,
 * 413 or 400.
 */
export async function readJson(request: Request, maxBytes = 16 * KB): Promise<unknown> {
  if (request.method !== "POST")
    throw new AppError("bad-request", "Only POST is understood.", { status: 405 });
  const type = request.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  if (type !== "application/json")
    throw new AppError("bad-request", "The body is not JSON.", { status: 415 });
  const bytes = await readBytes(request, maxBytes);
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (cause) {
    throw bad("The body is not JSON.", cause);
  }
}

/** Returns a posted JSON body that a schema takes. Throws like `readJson`. */
export async function readJsonAs<Value>(
  request: Request,
  schema: ZodType<Value>,
  maxBytes: number,
): Promise<Value> {
  const { data, error } = schema.safeParse(await readJson(request, maxBytes));
  if (error) throw bad("The body is not what is taken here.", error);
  return data as Value;
}

/** The path of a page of this site, without a query. */
export const pathSchema = z
  .string()
  .max(256)
  .regex(/^\/(?![/\\])[^\s?#\\\p{Cc}]*$/u);
