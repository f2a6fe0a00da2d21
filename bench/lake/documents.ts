const TYPES = ["page", "post", "project", "contract"];

/** Of equal length for every document, so that requests have a constant length. */
const padded = (n: number, size: number): string => String(n).padStart(String(size).length, "0");

/** About 1 KB, of four types in turn. Numbers are padded as `{n}` of a load is. */
export const documentAt = (n: number, size: number) => ({
  _id: `document-${padded(n, size)}`,
  _type: TYPES[n % TYPES.length] ?? "page",
  title: `Title ${n}`,
  slug: { _type: "slug", current: `slug-${padded(n, size)}` },
  body: [
    { _type: "block", _key: "a", children: [{ _type: "span", _key: "b", text: "lorem ipsum ".repeat(60) }] },
  ],
});

/** All of them. */
export function* documents(size: number): Generator<ReturnType<typeof documentAt>> {
  for (let n = 0; n < size; n++) yield documentAt(n, size);
}
