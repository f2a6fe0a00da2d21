import { DOCUMENT_ID, isStagedForUnpublishing, releaseOf } from "../model/document.ts";
import { validationError } from "../model/errors.ts";
import { checkJson, cloneJson, isJsonObject } from "../model/json.ts";
import type { JsonObject } from "../model/json.ts";
import { LIMITS } from "../model/limits.ts";
import type { DocumentBody, Mutation, PatchMutation, Selector } from "../model/mutation.ts";

const VALUE_MAPS = ["set", "setIfMissing", "inc", "dec", "diffMatchPatch"] as const;
const INSERT_PLACES = ["before", "after", "replace"] as const;
const KNOWN = new Set<string>([...VALUE_MAPS, "unset", "insert", "id", "query", "params", "ifRevisionID"]);

const MAX_PATH_LENGTH = 1000;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** JSONMatch with empty strings. The mutator skips what it cannot read and would patch something else. */
const PATH = /^(?:\.\.)?(?:[A-Za-z_]\w*|''|\[[^[\]]*\])(?:\.{1,2}(?:[A-Za-z_]\w*|'')|(?:\.\.)?\[[^[\]]*\])*$/;

/** The mutator walks an index range number by number, so larger indexes are rejected. */
const HUGE_INDEX = /(?<!\w)\d{7,}/;

function checkPath(path: unknown): void {
  if (typeof path !== "string" || path === "")
    throw validationError("A patch path must be a non-empty string");
  if (path.length > MAX_PATH_LENGTH) throw validationError("A patch path is too long");
  const bare = path.replace(QUOTED, "''");
  if (!PATH.test(bare) || path.includes("__proto__")) throw validationError(`Invalid path "${path}"`);
  if (HUGE_INDEX.test(bare)) throw validationError(`Array index too large in "${path}"`);
}

function checkInsert(insert: unknown): void {
  if (!isJsonObject(insert)) throw validationError("insert must be an object");
  const places = INSERT_PLACES.filter((place) => place in insert);
  if (places.length !== 1) throw validationError(`insert needs exactly one of ${INSERT_PLACES.join(", ")}`);
  checkPath(insert[places[0] ?? ""]);
  if (!Array.isArray(insert["items"])) throw validationError("insert needs an array of items");
}

function checkValueMap(name: (typeof VALUE_MAPS)[number], map: unknown): void {
  if (!isJsonObject(map)) throw validationError(`${name} must be an object of paths and values`);
  for (const [path, value] of Object.entries(map)) {
    checkPath(path);
    if ((name === "inc" || name === "dec") && !Number.isFinite(value))
      throw validationError(`${name} of "${path}" needs a number`);
    if (name === "diffMatchPatch" && typeof value !== "string")
      throw validationError(`diffMatchPatch of "${path}" needs a string`);
  }
}

/** Reads the documents of a patch or delete: `id` (one or several) or `query` (with `params`). @throws LakeError 400 */
function parseSelector(value: JsonObject, operation: string): Selector {
  const { id, query, params } = value;
  if (typeof query === "string") {
    if (params !== undefined && !isJsonObject(params)) throw validationError("params must be an object");
    return params ? { query, params } : { query };
  }
  const ids: unknown[] = Array.isArray(id) ? id : [id];
  if (ids.length > 0 && ids.every((one): one is string => typeof one === "string" && one !== ""))
    return { id: ids };
  throw validationError(`${operation} needs an id, a list of ids or a query`);
}

/** Checks the shape of a patch. @throws LakeError 400 */
function parsePatch(value: unknown): PatchMutation {
  if (!isJsonObject(value)) throw validationError("patch must be an object");
  const { ifRevisionId, ...patch } = value;
  if (ifRevisionId !== undefined) patch["ifRevisionID"] ??= ifRevisionId;
  const unknown = Object.keys(patch).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw validationError(`Unknown patch operation "${unknown}"`);
  const revision = patch["ifRevisionID"];
  if (revision !== undefined && (typeof revision !== "string" || revision === ""))
    throw validationError("ifRevisionID must be a string");
  const selector = parseSelector(patch, "patch");
  if (revision !== undefined && "query" in selector)
    throw validationError("ifRevisionID cannot be combined with a query");
  for (const name of VALUE_MAPS) if (patch[name] !== undefined) checkValueMap(name, patch[name]);
  if (patch["insert"] !== undefined) checkInsert(patch["insert"]);
  const { unset } = patch;
  if (unset !== undefined && !Array.isArray(unset)) throw validationError("unset must be an array of paths");
  unset?.forEach(checkPath);
  return { ...patch, ...selector } as PatchMutation;
}

/**
 * Reads the patch of an action, for one document.
 * @param editable the paths that it may change, without it all
 * @throws LakeError 400
 */
export function parsePatchOf(id: string, given: unknown, editable?: RegExp): PatchMutation {
  if (!isJsonObject(given)) throw validationError("patch must be an object");
  const { query: _query, params: _params, ...operations } = given;
  const patch = parsePatch({ ...operations, id });
  const { items: _items, ...places } = patch.insert ?? {};
  const paths = VALUE_MAPS.flatMap((name) => Object.keys(patch[name] ?? {}));
  const all = [...paths, ...(patch.unset ?? []), ...Object.values(places).map(String)];
  const wrong = all.find((path) => editable?.test(path) === false);
  if (wrong !== undefined) throw validationError(`This action cannot edit "${wrong}"`);
  return patch;
}

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

export const isIsoTime = (value: unknown): value is string =>
  typeof value === "string" && ISO_TIME.test(value) && !Number.isNaN(Date.parse(value));

/** Rejects ids that hosted Sanity rejects. @throws LakeError 400 */
export function checkDocumentId(id: string): void {
  if (!DOCUMENT_ID.test(id)) throw validationError(`Invalid document ID "${id.slice(0, 200)}"`);
}

function parseBody(value: unknown, operation: string): DocumentBody {
  if (!isJsonObject(value)) throw validationError(`${operation} needs a document`);
  // Set by the transaction or computed on reading. Clients may send them back, but they are not stored.
  const { _rev, _updatedAt, _system, ...body } = value;
  const { _id, _type, _createdAt } = body;
  // The exception is what its release will do to the document.
  if (isStagedForUnpublishing({ _system }) && releaseOf(String(_id)) !== undefined)
    body["_system"] = { delete: true };
  if (typeof _type !== "string" || _type === "") throw validationError("A document needs a _type");
  if (_id !== undefined && typeof _id !== "string") throw validationError("_id must be a string");
  if (_id === undefined && operation !== "create") throw validationError(`${operation} needs an _id`);
  if (_createdAt !== undefined && !isIsoTime(_createdAt))
    throw validationError("_createdAt must be an ISO 8601 time");
  return body as DocumentBody;
}

/** Rejects `purge`, which would erase the history of a document. @throws LakeError 400 */
export function checkPurge({ purge }: JsonObject): void {
  if (purge !== undefined && purge !== false)
    throw validationError("This content lake does not purge history on request");
}

function parseMutation(value: unknown): Mutation {
  const [operation, ...more] = isJsonObject(value) ? Object.keys(value) : [];
  if (!isJsonObject(value) || operation === undefined || more.length > 0)
    throw validationError("A mutation is an object with exactly one operation");
  const argument = value[operation];
  switch (operation) {
    case "create":
      return { create: parseBody(argument, operation) };
    case "createIfNotExists":
      return { createIfNotExists: parseBody(argument, operation) };
    case "createOrReplace":
      return { createOrReplace: parseBody(argument, operation) };
    case "patch":
      return { patch: parsePatch(argument) };
    case "delete":
      if (!isJsonObject(argument)) throw validationError("delete must be an object");
      checkPurge(argument);
      return { delete: parseSelector(argument, operation) };
    default:
      throw validationError(`Unknown mutation "${operation}"`);
  }
}

/**
 * Checks the shape of a list of mutations and returns a deep copy, or with `owned` the list itself.
 * @throws LakeError 400 that says what is wrong
 */
export function parseMutations(value: unknown, owned = false): Mutation[] {
  if (!Array.isArray(value)) throw validationError("mutations must be an array");
  if (value.length > LIMITS.mutationsPerTransaction)
    throw validationError(`At most ${LIMITS.mutationsPerTransaction} mutations in one transaction`);
  checkJson(value);
  return (owned ? (value as unknown[]) : cloneJson(value as unknown[])).map(parseMutation);
}
