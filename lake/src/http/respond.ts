import type { LakeError } from "../errors.ts";

/** An answer whose text is all there. What speaks node:http sends it without making a `Response` first. */
export class TextAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly text: string | Uint8Array;
  /** Called once when the answer has been sent, or cannot be sent any more. */
  readonly sent: () => void;

  constructor(
    text: string | Uint8Array,
    status: number,
    headers: Record<string, string>,
    sent: () => void = () => {},
  ) {
    this.text = text;
    this.sent = sent;
    this.status = status;
    this.headers = headers;
  }

  toResponse(): Response {
    this.sent();
    return new Response(this.text as BodyInit, { status: this.status, headers: this.headers });
  }
}

export type Answer = Response | TextAnswer;

export const toResponse = (answer: Answer): Response =>
  answer instanceof TextAnswer ? answer.toResponse() : answer;

const JSON_HEADERS = {
  "content-type": "application/json; charset=utf-8",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

/** A JSON answer that no cache keeps: what a token may see must not reach those without it. */
export const json = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): TextAnswer => new TextAnswer(JSON.stringify(body), status, { ...JSON_HEADERS, ...headers });

/** The same for a body that is JSON text. */
export const jsonText = (text: string | Uint8Array, sent?: () => void): TextAnswer =>
  new TextAnswer(text, 200, { ...JSON_HEADERS }, sent);

export const errorAnswer = (error: LakeError): TextAnswer => json(error.body, error.status, error.headers);
