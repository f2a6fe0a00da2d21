import { badRequest, payloadTooLarge, requestTimeout, tooBusy, validationError } from "../model/errors.ts";
import { LIMITS } from "../model/limits.ts";
import type { QueryParams } from "../query/parse.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Limits on request bodies for one kind of callers. */
export interface BodyLimits {
  /** Size of one body. 413 above. */
  maxBytes: number;
  /** Size of all bodies being received. 503 above. */
  maxTotalBytes: number;
  /** Time from the first to the last byte. 408 after it. */
  timeoutMs: number;
}

/** Reads JSON bodies of one kind of callers. */
export class BodyReader {
  readonly #limits: BodyLimits;
  #held = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /**
   * Reads a JSON body, whatever its declared type: beacons send JSON as text.
   * @throws LakeError 400 if it is not JSON, 408 if it takes too long, 413 if it is too large, 503 while too much is being
   * received
   */
  async readJson(request: Request): Promise<unknown> {
    const { maxBytes, maxTotalBytes, timeoutMs } = this.#limits;
    const tooLarge = () => payloadTooLarge(`Request body exceeds ${maxBytes} bytes`);
    if (Number(request.headers.get("content-length") ?? 0) > maxBytes) throw tooLarge();
    let size = 0;
    let ended = false;
    const admit = (bytes: number): void => {
      if (ended) throw requestTimeout();
      size += bytes;
      this.#held += bytes;
      if (size > maxBytes) throw tooLarge();
      if (this.#held > maxTotalBytes) throw tooBusy();
    };
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(requestTimeout()), timeoutMs);
    try {
      return parse(await Promise.race([collect(request.body, admit), late.promise]));
    } finally {
      ended = true;
      clearTimeout(timer);
      this.#held -= size;
    }
  }
}

/** Creates readers for strangers, for callers with a token or session, and for the site itself. */
export const createBodyReaders = (): Record<"stranger" | "known" | "site", BodyReader> => ({
  stranger: new BodyReader({ maxBytes: 64 * 1024, maxTotalBytes: 8 * 1024 * 1024, timeoutMs: 10_000 }),
  known: new BodyReader({
    maxBytes: LIMITS.jsonBodyBytes,
    maxTotalBytes: 64 * 1024 * 1024,
    timeoutMs: 60_000,
  }),
  site: new BodyReader({ maxBytes: LIMITS.jsonBodyBytes, maxTotalBytes: Infinity, timeoutMs: 60_000 }),
});

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
