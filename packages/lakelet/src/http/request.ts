import { badRequest, payloadTooLarge, requestTimeout, tooBusy, validationError } from "../model/errors.ts";
import { isJsonObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import { LIMITS, MIB } from "../model/limits.ts";
import type { QueryParams } from "../query/parse.ts";
import type { RouteContext } from "./route.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Limits on request bodies for one kind of callers. */
interface BodyLimits {
  /** Size of one body. 413 above. */
  maxBytes: number;
  /** Size of all bodies being received. 503 above. */
  maxTotalBytes: number;
  /** Time from the first to the last byte. 408 after it. */
  timeoutMs: number;
}

/**
 * Creates the function that reads JSON bodies of one kind of callers, whatever their declared type: beacons send JSON as text. It
 * throws LakeError 400 for a body that is not JSON, 408 if it takes too long, 413 if it is too large, 503 while too much is being
 * received.
 */
function createReadJson({ maxBytes, maxTotalBytes, timeoutMs }: BodyLimits) {
  let held = 0;
  const tooLarge = () => payloadTooLarge(`Request body exceeds ${maxBytes} bytes`);
  return async (request: Request): Promise<unknown> => {
    if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
    let size = 0;
    let ended = false;
    const admit = (bytes: number): void => {
      if (ended) throw requestTimeout();
      size += bytes;
      held += bytes;
      if (size > maxBytes) throw tooLarge();
      if (held > maxTotalBytes) throw tooBusy();
    };
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(requestTimeout()), timeoutMs);
    try {
      return parse(await Promise.race([collect(request.body, admit), late.promise]));
    } finally {
      ended = true;
      clearTimeout(timer);
      held -= size;
    }
  };
}

/** Creates what reads bodies of strangers, of callers with a token or session, and of the site itself. */
export const createBodyReaders = () => {
  const maxBytes = LIMITS.jsonBodyBytes;
  return {
    stranger: createReadJson({ maxBytes: 64 * 1024, maxTotalBytes: 8 * MIB, timeoutMs: 10_000 }),
    known: createReadJson({ maxBytes, maxTotalBytes: 64 * MIB, timeoutMs: 60_000 }),
    site: createReadJson({ maxBytes, maxTotalBytes: Infinity, timeoutMs: 60_000 }),
  };
};

/** Reads a whole body. `admit` is called with the size of each chunk; what it throws ends the reading. */
async function collect(body: Request["body"], admit: (bytes: number) => void): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  // Half the cost of `for await`.
  const reader = body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    try {
      admit(part.value.byteLength);
    } catch (error) {
      void reader?.cancel().catch(() => {});
      throw error;
    }
    chunks.push(part.value);
  }
  return Buffer.concat(chunks);
}

function parse(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw badRequest("The request body is not UTF-8 text");
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badRequest("The request body is not valid JSON");
  }
}

/** Reads a JSON body that is an object. @throws LakeError 400, 408, 413 or 503 */
export async function readObject({ readJson }: Pick<RouteContext, "readJson">): Promise<JsonObject> {
  const body = await readJson();
  if (!isJsonObject(body)) throw validationError("The body must be an object");
  return body;
}

/** Reads `$name=<JSON>` from a URL. @throws LakeError 400 */
export function queryParams(search: URLSearchParams): QueryParams {
  const params: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const [name, text] of search) {
    if (!name.startsWith("$")) continue;
    try {
      params[name.slice(1)] = JSON.parse(text) as unknown;
    } catch {
      throw validationError(`Unable to parse value of "${name}" as JSON`);
    }
  }
  return { ...params };
}

/** True for `?name=true`, the only spelling that hosted Sanity accepts. */
export const flag = (search: URLSearchParams, name: string): boolean => search.get(name) === "true";

/** Returns the parts of `a,b,c` that are not empty. */
export const listOf = (text: string | null | undefined): string[] => (text ?? "").split(",").filter(Boolean);

/** Reads a positive number. @throws LakeError 400 */
export function readNumber(text: string | null, name: string, otherwise: number): number {
  if (text === null || text === "") return otherwise;
  if (!/^[1-9]\d{0,14}$/.test(text)) throw validationError(`${name} must be a positive number`);
  return Number(text);
}
