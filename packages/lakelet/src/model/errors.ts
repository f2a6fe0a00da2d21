/** Body of an error response, in the two shapes that Sanity's client reads. See docs/protocol.md, "Errors". */
export type ErrorBody =
  | { statusCode: number; error: string; message: string; errorCode?: string }
  | { error: { type: string; description: string; [detail: string]: unknown } };

/** The lake's error type: a status and a JSON body that is safe to show to the caller. */
export class LakeError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, body: ErrorBody, headers: Readonly<Record<string, string>> = {}) {
    super("message" in body ? body.message : body.error.description);
    this.name = "LakeError";
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

const plain = (status: number, error: string, message: string, headers?: Record<string, string>): LakeError =>
  new LakeError(status, { statusCode: status, error, message }, headers);

/** 400 in the shape used outside queries and mutations. */
export const badRequest = (message: string): LakeError => plain(400, "Bad Request", message);

/** 404 for a path, an asset, a dataset. */
export const notFound = (message: string): LakeError => plain(404, "Not Found", message);

/** 405. `allow` lists the methods of the path. */
export const methodNotAllowed = (allow: readonly string[]): LakeError =>
  plain(405, "Method Not Allowed", `Method not allowed; use ${allow.join(" or ")}`, {
    allow: allow.join(", "),
  });

/** 413. */
export const payloadTooLarge = (message: string): LakeError => plain(413, "Payload Too Large", message);

/** 408: the body did not arrive in time. */
export const requestTimeout = (): LakeError =>
  plain(408, "Request Timeout", "The request body took too long to arrive", { connection: "close" });

/** 429 for a caller who has used up a share. `retryAfterS` in seconds. */
export const tooManyRequests = (message: string, retryAfterS: number): LakeError =>
  plain(429, "Too Many Requests", message, { "retry-after": String(Math.max(1, Math.ceil(retryAfterS))) });

/** 503 under overload. Clients retry. */
export const tooBusy = (message = "The content lake is busy"): LakeError =>
  plain(503, "Service Unavailable", message, { "retry-after": "5" });

const isFull = (error: unknown): boolean =>
  error instanceof Error &&
  // SQLITE_FULL
  (("errcode" in error && Number(error.errcode) === 13) ||
    ("code" in error && (error.code === "ENOSPC" || error.code === "EDQUOT")) ||
    isFull(error.cause));

/** Returns a 507 for an error of a full disk, undefined for any other. */
export const diskFull = (error: unknown): LakeError | undefined =>
  isFull(error)
    ? plain(507, "Insufficient Storage", "The disk of the content lake is full; nothing was written")
    : undefined;

/** 500 without details. Log the cause. */
export const internalError = (): LakeError => plain(500, "Internal Server Error", "The content lake failed");

/** 401. The Studio signs out on `SIO-401-ANF` and takes any other 401 for "not allowed". */
export const unauthorized = (message = "Unauthorized - Session not found"): LakeError =>
  new LakeError(401, { statusCode: 401, error: "Unauthorized", message, errorCode: "SIO-401-ANF" });

/** 400 for input of the wrong shape. */
export const validationError = (description: string): LakeError =>
  new LakeError(400, { error: { type: "validationError", description } });

/** 400 for a mutation that fails on any data. */
export const mutationError = (description: string): LakeError =>
  new LakeError(400, { error: { type: "mutationError", description } });

/** Why a transaction was rejected. `index` is the position of the mutation in the request. */
export interface MutationErrorItem {
  index: number;
  error: { type: string; description: string; [detail: string]: unknown };
}

/** A conflict of one mutation with stored data: nothing was written. */
function conflict(
  index: number,
  type: string,
  description: string,
  detail: Readonly<Record<string, unknown>>,
  status = 409,
): LakeError {
  const item: MutationErrorItem = { index, error: { type, ...detail, description } };
  return new LakeError(status, {
    error: { type: "mutationError", description: `The mutation(s) failed: ${description}`, items: [item] },
  });
}

/** 403 in the shape of mutations. */
export function insufficientPermissions(permission: string): LakeError {
  const description = `Insufficient permissions; permission "${permission}" required`;
  const item = { index: 0, error: { type: "insufficientPermissionsError", permission, description } };
  return new LakeError(403, { error: { type: "mutationError", description, items: [item] } });
}

/** Conflicts with stored data (409). `index` is the position of the mutation in the request. */
export const conflicts = {
  exists: (index: number, id: string): LakeError =>
    conflict(index, "documentAlreadyExistsError", `Document by ID "${id}" already exists`, { id }),

  /** 400: it would fail on any later data, too. */
  immutable: (index: number, id: string, attribute: string): LakeError => {
    const description = `Cannot modify immutable attribute "${attribute}"`;
    return conflict(index, "cannotModifyImmutableAttributeError", description, { id, attribute }, 400);
  },

  /** 404 for an action. */
  missing: (index: number, id: string, status?: number): LakeError => {
    const description = `The document with the ID "${id}" was not found`;
    return conflict(index, "documentNotFoundError", description, { id }, status);
  },

  revision: (index: number, id: string, current: string, expected: string): LakeError => {
    const description = `The document "${id}" has revision ID "${current}", expected "${expected}"`;
    const detail = { id, currentRevisionID: current, expectedRevisionID: expected };
    return conflict(index, "documentRevisionIDDoesNotMatchError", description, detail);
  },

  outdated: (): LakeError => {
    const description = "Documents changed while the query ran; send the transaction again";
    return new LakeError(409, { error: { type: "mutationError", description, items: [] } });
  },

  transactionId: (id: string): LakeError => {
    const description = `There is a transaction with the ID "${id}" already`;
    return new LakeError(409, { error: { type: "mutationError", description, items: [] } });
  },

  releaseState: (index: number, id: string, state: unknown, what: string): LakeError =>
    conflict(index, "releaseStateError", `A release that is ${String(state)} cannot be ${what}`, { id }),

  leftover: (index: number, id: string, draftId: string): LakeError => {
    const description = `Document "${id}" has a draft that was not named for deletion`;
    return conflict(index, "documentHasDraftError", description, { id, draftId });
  },

  dangling: (id: string, target: string): LakeError => {
    const description = `Document "${id}" references non-existent document "${target}"`;
    return conflict(0, "documentReferenceDoesNotExistError", description, { id, referenceID: target });
  },

  /** `referrers` are those that the caller may see: an id alone can tell something. */
  referenced: (id: string, referrers: string[]): LakeError => {
    const from = referrers.length > 0 ? ` from "${referrers[0]}"` : "";
    const description = `Document "${id}" cannot be deleted as there are references to it${from}`;
    return conflict(0, "documentHasExistingReferencesError", description, { id, referencingIDs: referrers });
  },
};

/** The directory cannot be used: another process has it open, another version wrote it, or a file in it is damaged. The message is for people. */
export class LakeDirectoryError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "LakeDirectoryError";
  }
}

/** Another process has the directory open. */
export class DirectoryInUseError extends LakeDirectoryError {}

/** Receives the lake's log. `detail.error` may be an Error. */
export type LakeLog = (
  level: "info" | "warn" | "error",
  message: string,
  detail?: Readonly<Record<string, unknown>>,
) => void;

export const silent: LakeLog = () => {};
