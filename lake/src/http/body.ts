import { badRequest, payloadTooLarge, requestTimeout, tooBusy } from "../errors.ts";
import { LIMITS } from "../limits.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** How much one kind of callers may send, and how slowly. */
export interface BodyLimits {
  /** Of one body. 413 above. */
  maxBytes: number;
  /** Of all bodies that are being received or read at a time. 503 above. */
  maxTotalBytes: number;
  /** From the first to the last byte. 408 after it. */
  timeoutMs: number;
}

/** Receives JSON bodies of one kind of callers. */
export class BodyReader {
  readonly #limits: BodyLimits;
  #held = 0;

  constructor(limits: BodyLimits) {
    this.#limits = limits;
  }

  /**
   * Reads a JSON body; whatever its declared type, as a beacon sends JSON as text.
   * @throws LakeError 413 above the limit, 408 when it takes too long, 503 while too much is being received, 400 when it is
   * not JSON
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

/** What strangers, those who are known, and the site itself may send. */
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
  for await (const chunk of body ?? []) {
    admit(chunk.byteLength);
    chunks.push(chunk);
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
