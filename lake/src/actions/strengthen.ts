import { isJsonObject } from "../mutations/json.ts";

/**
 * Makes a copy in which references that waited for their target to be published have become strong. In drafts they
 * are weak, with a mark of what they are to be.
 */
export function strengthen<T>(value: T): T {
  if (Array.isArray(value)) return value.map((item: unknown) => strengthen(item)) as T;
  if (!isJsonObject(value)) return value;
  const { _strengthenOnPublish: mark, ...rest } = value;
  const copy = Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, strengthen(part)]));
  if (isJsonObject(mark) && mark["weak"] !== true) delete copy["_weak"];
  return copy as T;
}
