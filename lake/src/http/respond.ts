import type { LakeError } from "../errors.ts";

/** An answer whose text is all there. What speaks node:http sends it without making a `Response` first. */
export class TextAnswer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Record<string, string>;
  readonly text: string;

  constructor(text: string, status: number, headers: Record<string, string>) {
    this.text = text;
    this.status = status;
    this.headers = headers;
  }

  toResponse(): Response {
    return new Response(this.text, { status: this.status, headers: this.headers });
  }
}

export type Answer = Response | TextAnswer;

export const toResponse = (answer: Answer): Response =>
  answer instanceof TextAnswer ? answer.toResponse() : answer;

/** A JSON answer that no cache keeps: what a token may see must not reach those without it. */
export const json = (
  body: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): TextAnswer =>
  new TextAnswer(JSON.stringify(body), status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...headers,
  });

export const errorAnswer = (error: LakeError): TextAnswer => json(error.body, error.status, error.headers);
