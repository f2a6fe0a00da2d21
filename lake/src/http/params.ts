import { validationError } from "../errors.ts";
import type { QueryParams } from "../query/parse.ts";

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

/** True for `?name=true`; hosted Sanity knows no other spelling. */
export const flag = (search: URLSearchParams, name: string): boolean => search.get(name) === "true";
