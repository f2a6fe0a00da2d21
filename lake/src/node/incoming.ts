import type { IncomingMessage, ServerResponse } from "node:http";
import type { LakeRequest } from "../http/request.ts";
import { bodyOf } from "./request.ts";

/** Headers as node:http has parsed them; several of one name are joined as `Headers` would. */
class IncomingHeaders implements Pick<Headers, "get" | "has"> {
  readonly #headers: IncomingMessage["headers"];

  constructor(headers: IncomingMessage["headers"]) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const value = this.#headers[name.toLowerCase()];
    if (value === undefined) return null;
    return typeof value === "string" ? value : value.join(", ");
  }

  has(name: string): boolean {
    return this.#headers[name.toLowerCase()] !== undefined;
  }
}

/**
 * A request as the lake reads it, straight from node:http: what is not asked for is not made.
 * @throws TypeError when host or path do not make a URL
 */
export class IncomingRequest implements LakeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: LakeRequest["headers"];
  readonly caller: string;
  readonly #message: IncomingMessage;
  readonly #response: ServerResponse;
  #gone: AbortController | undefined;
  #body: ReadableStream<Uint8Array> | undefined;

  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    { caller, origin }: { caller: string; origin: string | undefined },
  ) {
    this.caller = caller;
    this.method = message.method ?? "GET";
    this.url = (origin ?? `http://${message.headers.host ?? "localhost"}`) + (message.url ?? "/");
    if (!URL.canParse(this.url)) throw new TypeError("Not a URL");
    this.headers = new IncomingHeaders(message.headers);
    this.#message = message;
    this.#response = response;
  }

  /** Aborts when the other side goes away before the answer is complete. */
  get signal(): AbortSignal {
    if (!this.#gone) {
      const gone = new AbortController();
      this.#gone = gone;
      if (this.#response.destroyed && !this.#response.writableFinished) gone.abort();
      this.#response.once("close", () => {
        if (!this.#response.writableFinished) gone.abort();
      });
    }
    return this.#gone.signal;
  }

  get body(): ReadableStream<Uint8Array> | null {
    if (this.method === "GET" || this.method === "HEAD") return null;
    this.#body ??= bodyOf(this.#message);
    return this.#body;
  }

  collect(admit: (bytes: number) => void): Promise<Uint8Array> {
    const message = this.#message;
    const chunks: Uint8Array[] = [];
    return new Promise((resolve, reject) => {
      const take = (chunk: Uint8Array): void => {
        try {
          admit(chunk.byteLength);
          chunks.push(chunk);
        } catch (error) {
          message.off("data", take);
          message.pause();
          reject(error as Error);
        }
      };
      message.on("data", take);
      message.once("end", () =>
        resolve(chunks.length === 1 ? (chunks[0] ?? Buffer.of()) : Buffer.concat(chunks)),
      );
      message.once("close", () => reject(new Error("The request was cut off")));
      message.on("error", () => {});
    });
  }
}
