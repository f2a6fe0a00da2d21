import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ZodType } from "zod";
import { storeError } from "../content-store.server.ts";
import { AppError } from "../errors.ts";
import { readForm, type FieldName, type FormLimits } from "./form-body.server.ts";

/** What a post gives back: the result for the page, the HTTP status, and headers, perhaps with several Set-Cookie. */
export interface Reply<Result> {
  result: Result;
  status: number;
  headers: Headers;
}

/** Returns a reply that no cache keeps. */
export function reply<const Result>(
  result: Result,
  status = 200,
  headers: readonly [string, string][] = [],
): Reply<Result> {
  return { result, status, headers: new Headers([["Cache-Control", "no-store"], ...headers]) };
}

/** Throws the Response that shows the error page, with the error's status, for a form that cannot be read; a Response as it is. */
export function throwReply(cause: unknown): never {
  if (cause instanceof Response) throw cause;
  const { status } = storeError(cause);
  const headers = { "Cache-Control": "no-store", ...(status === 405 ? { Allow: "POST" } : {}) };
  throw new Response("The form cannot be read.", { status, headers });
}

/** A form with wrong fields. `submission` is conform's: the errors by field and the posted values. */
export interface Invalid {
  status: "invalid";
  submission: SubmissionResult;
}

class InvalidForm extends Error {
  submission: SubmissionResult = {};
}

/**
 * Returns the value of a checked form. Throws what makes `receiveForm` reply `invalid` when a field is wrong; a `handle` that
 * uses it has `Invalid` among its results.
 */
export function valueOf<Posted, Value>(submission: Submission<Posted, string[], Value>): Value {
  if (submission.status === "success") return submission.value;
  throw Object.assign(new InvalidForm(), { submission: submission.reply() });
}

interface FormRules<Value, Spam, Failure> {
  /** Counts the post. Throws an AppError when its sender is over the limit: then the form is read, without its files, but not handled. */
  limit?: () => Promise<void> | undefined;
  names: readonly FieldName[];
  /** Sizes, repeated fields and files, where they differ from those of other forms. */
  body?: FormLimits;
  /** Left out where `handle` checks the form by itself, with `valueOf`. */
  schema?: ZodType<Value>;
  /** Takes the spam fields out of the form, before it is checked. */
  spam?: (form: FormData) => Spam;
  /** Fields whose values never go back to the browser, such as passwords. */
  secret?: readonly string[];
  /**
   * Returns the reply to what was thrown, with the posted values to show the form again: `typed` with `schema`, else `form`, once
   * they were read. Left out: `throwReply`.
   */
  failed?: (
    cause: unknown,
    typed?: SubmissionResult,
    form?: FormData,
  ) => Reply<Failure> | Promise<Reply<Failure>>;
}

interface Received<Value, Spam> {
  value: Value;
  form: FormData;
  /** The posted values, to show the form again; undefined without `schema`. */
  typed: SubmissionResult | undefined;
  /** What `spam` has found. */
  spam: Spam | undefined;
}

/** Bytes of files that are read and discarded over the limit, so that the fields after them are read. */
const MAX_DISCARDED_BYTES = 10 * 1024 * 1024;

/** Returns the limits of a form whose files are discarded. */
function withoutFiles(body: FormLimits): FormLimits {
  const { files, ...rest } = body;
  if (!files) return rest;
  let bytes = 0;
  async function onFile(stream: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const chunk of stream) {
      bytes += chunk.byteLength;
      if (bytes > MAX_DISCARDED_BYTES) throw new AppError("payload-too-large", "The files are too large.");
    }
  }
  return { ...rest, files: { ...files, onFile } };
}

/**
 * Receives a posted form: counts it, reads it, checks it and hands it to `handle`. Wrong fields are `invalid` with status 422.
 * Throws only what `failed` throws.
 */
export async function receiveForm<Result, Failure = never, Value = undefined, Spam = undefined>(
  request: Request,
  {
    limit,
    names,
    body = {},
    schema,
    spam,
    secret = [],
    failed = throwReply,
  }: FormRules<Value, Spam, Failure>,
  handle: (received: Received<Value, Spam>) => Promise<Reply<Result>>,
): Promise<Reply<Result | Failure | (Value extends undefined ? never : Invalid)>> {
  const withoutSecrets = ({ initialValue, ...rest }: SubmissionResult): SubmissionResult => {
    const shown = Object.entries(initialValue ?? {}).filter(([name]) => !secret.includes(name));
    return { ...rest, initialValue: Object.fromEntries(shown) };
  };
  let typed: SubmissionResult | undefined;
  let form: FormData | undefined;
  let refusal: unknown;
  try {
    await limit?.();
  } catch (cause) {
    refusal = cause;
  }
  try {
    form = await readForm(request, names, refusal ? withoutFiles(body) : body);
    const found = spam?.(form);
    const submission = schema && parseWithZod(form, { schema });
    typed = submission && withoutSecrets(submission.reply());
    if (refusal) {
      // The reply is about the limit, not about the fields.
      typed &&= { initialValue: typed.initialValue ?? {} };
      throw refusal;
    }
    const value = submission && valueOf(submission);
    return await handle({ value: value as Value, form, typed, spam: found });
  } catch (cause) {
    if (!(cause instanceof InvalidForm)) return failed(refusal ?? cause, typed, form);
    const invalid: Invalid = { status: "invalid", submission: withoutSecrets(cause.submission) };
    return reply(invalid as never, 422);
  }
}
