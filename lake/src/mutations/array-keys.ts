import { randomBytes } from "node:crypto";
import { isJsonObject } from "./json.ts";
import type { Mutation, PatchOperations } from "./types.ts";

const newKey = (): string => randomBytes(6).toString("hex");

function keyItem(item: unknown): void {
  if (isJsonObject(item)) item["_key"] ??= newKey();
}

/** Gives every object in an array a `_key`, at any depth, in place. */
function keyArrays(root: unknown): void {
  const pending: unknown[] = [root];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== "object" || value === null) continue;
    if (Array.isArray(value)) value.forEach(keyItem);
    pending.push(...Object.values(value));
  }
}

function keyPatch({ set, setIfMissing, insert }: PatchOperations): void {
  for (const map of [set, setIfMissing]) {
    keyArrays(map);
    // `tags[0]` or `tags[_key=="a"]` is itself an item of an array.
    for (const [path, value] of Object.entries(map ?? {})) if (path.endsWith("]")) keyItem(value);
  }
  keyArrays(insert);
}

/** Does what `autoGenerateArrayKeys` asks for: 12 hex digits for each keyless object in an array. Changes its argument. */
export function generateArrayKeys(mutations: readonly Mutation[]): void {
  for (const mutation of mutations) {
    if ("patch" in mutation) keyPatch(mutation.patch);
    else if (!("delete" in mutation)) keyArrays(mutation);
  }
}
