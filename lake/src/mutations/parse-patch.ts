import { validationError } from "../errors.ts";
import { isJsonObject } from "./json.ts";
import type { JsonObject } from "./json.ts";
import type { PatchMutation, Selector } from "./types.ts";

const VALUE_MAPS = ["set", "setIfMissing", "inc", "dec", "diffMatchPatch"] as const;
const INSERT_PLACES = ["before", "after", "replace"] as const;
const KNOWN = new Set<string>([...VALUE_MAPS, "unset", "insert", "id", "query", "params", "ifRevisionID"]);

const MAX_PATH_LENGTH = 1000;
const QUOTED = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g;

/** JSONMatch with its strings emptied. The patch engine passes over what it cannot read, and patches something else. */
const PATH = /^(?:\.\.)?(?:[A-Za-z_]\w*|''|\[[^[\]]*\])(?:\.{1,2}(?:[A-Za-z_]\w*|'')|(?:\.\.)?\[[^[\]]*\])*$/;

/** The engine walks an index range number by number; an index beyond this is refused instead. */
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

/** Checks which documents are meant: `id` (one or several) or `query` (with `params`). */
export function parseSelector(value: JsonObject, operation: string): Selector {
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
export function parsePatch(value: unknown): PatchMutation {
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
