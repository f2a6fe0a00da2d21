import { afterAll, beforeAll } from "vitest";

/** Opens something before the tests of a file, which find its members in the result, and stops or closes it after them. */
export function opened<T extends { stop?(): unknown; close?(): unknown }>(open: () => Promise<T>): T {
  const result = {} as T;
  beforeAll(async () => {
    Object.defineProperties(result, Object.getOwnPropertyDescriptors(await open()));
  });
  afterAll(() => (result.stop ? result.stop() : result.close?.()));
  return result;
}
