/** The shape of an error answer; the two forms Sanity's client knows how to read (lake.md c5). */
export type ErrorBody =
  | { statusCode: number; error: string; message: string; errorCode?: string }
  | { error: { type: string; description: string; [detail: string]: unknown } };

/** The one error type of the lake: a status and a JSON body that may be shown to the caller. */
export class LakeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: ErrorBody, headers: Record<string, string> = {}) {
    super("message" in body ? body.message : body.error.description);
    this.name = "LakeError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const plain = (status: number, error: string, message: string, headers?: Record<string, string>): LakeError =>
  new LakeError(status, { statusCode: status, error, message }, headers);

/** 400 in the form used outside queries and mutations. */
export const badRequest = (message: string): LakeError => plain(400, "Bad Request", message);

/** 404 for a path, an asset, a dataset. */
export const notFound = (message: string): LakeError => plain(404, "Not Found", message);

/** 405; `allow` lists what the path does understand. */
export const methodNotAllowed = (allow: readonly string[]): LakeError =>
  plain(405, "Method Not Allowed", `Method not allowed; use ${allow.join(" or ")}`, {
    allow: allow.join(", "),
  });

/** 413. */
export const payloadTooLarge = (message: string): LakeError => plain(413, "Payload Too Large", message);

/** 408: the body did not arrive in time. */
export const requestTimeout = (): LakeError =>
  plain(408, "Request Timeout", "The request body took too long to arrive", { connection: "close" });

/** 429 for a caller who has used up a share; `retryAfterS` in seconds. */
export const tooManyRequests = (message: string, retryAfterS: number): LakeError =>
  plain(429, "Too Many Requests", message, { "retry-after": String(Math.max(1, Math.ceil(retryAfterS))) });

/** 503 while there is more to do than can be done. Clients try again. */
export const tooBusy = (): LakeError =>
  plain(503, "Service Unavailable", "The content lake is busy", { "retry-after": "5" });

/** 500 that gives nothing away; the cause belongs in the log. */
export const internalError = (): LakeError => plain(500, "Internal Server Error", "The content lake failed");

/** 401. The code matters: the Studio signs out on `SIO-401-ANF` and takes any other 401 as "not allowed". */
export const unauthorized = (message = "Unauthorized - Session not found"): LakeError =>
  new LakeError(401, { statusCode: 401, error: "Unauthorized", message, errorCode: "SIO-401-ANF" });

/** 400 for input that has the wrong shape. */
export const validationError = (description: string): LakeError =>
  new LakeError(400, { error: { type: "validationError", description } });

/** 400 for a mutation that cannot be carried out on any data. */
export const mutationError = (description: string): LakeError =>
  new LakeError(400, { error: { type: "mutationError", description } });

/** One reason why a transaction was refused; `index` is the mutation's place in the request. */
export interface MutationErrorItem {
  index: number;
  error: { type: string; description: string; [detail: string]: unknown };
}

/** 409: the transaction conflicts with the stored data; nothing was written. */
export const mutationConflict = (item: MutationErrorItem): LakeError =>
  new LakeError(409, {
    error: {
      type: "mutationError",
      description: `The mutation(s) failed: ${item.error.description}`,
      items: [item],
    },
  });

/** 403 in the form a mutation answers with. */
export function insufficientPermissions(permission: string): LakeError {
  const description = `Insufficient permissions; permission "${permission}" required`;
  const item = { index: 0, error: { type: "insufficientPermissionsError", permission, description } };
  return new LakeError(403, { error: { type: "mutationError", description, items: [item] } });
}
