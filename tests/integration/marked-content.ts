import { dateOf, formatDay } from "../../app/model/format.ts";

/** What is read of a type as Sanity compiles it. */
interface SchemaType {
  name: string;
  jsonType: string;
  type?: SchemaType;
  readOnly?: unknown;
  hidden?: unknown;
  fields?: { name: string; type: SchemaType }[];
  of?: SchemaType[];
  options?: { list?: unknown };
}

// By a name that TypeScript does not follow: the Studio has a project of its own.
const COMPILED = "../../studio/schema-types/compiled.ts";
const { compiledSchema } = (await import(/* @vite-ignore */ COMPILED)) as {
  compiledSchema: { get(name: string): SchemaType | undefined };
};

type Values = Record<string, unknown>;
type StoredDocument = Values & { _id: string; _type: string };
/** Keys of objects; items of lists as `{ _key }`, with their type where a list takes several. */
type Path = (string | { _key: string; type?: string })[];

interface MarkedDocument {
  document: StoredDocument;
  /** Fields and what is read wherever they are shown. */
  marks: { field: string; shown: string }[];
  /** Fields whose values cannot be marked, such as switches and links to documents. */
  unmarked: string[];
}

/** Values of fields that take no word, and how visitors read them. */
const SPECIAL: Readonly<Record<string, { value: unknown; shown: string }>> = {
  "project.year": { value: 2071, shown: "2071" },
  "statistic.value": { value: 70_177, shown: "70,177" },
  "orderService.priceCents": { value: 712_340, shown: "7,123.40" },
  "post.publishedAt": { value: "2019-03-14T12:00:00Z", shown: "March 14, 2019" },
  "legalPage.effectiveDate": { value: "2018-02-13", shown: "February 13, 2018" },
  "siteSettings.invoicePrefix": { value: "MARKED", shown: "MARKED-20" },
  // Due on the day of the order.
  "siteSettings.invoiceTermDays": { value: 0, shown: `, due ${formatDay(dateOf(new Date()))}` },
  "siteSettings.emails.accentColor": { value: "#123457", shown: "#123457" },
  "look.accentColor": { value: "#7a1f4b", shown: "#7a1f4b" },
  "look.accentColorDark": { value: "#f2a7cb", shown: "#f2a7cb" },
  "post.body.table.headerRows": { value: 1, shown: '<th scope="col">' },
  "post.body.note.tone": { value: "warning", shown: "note-warning" },
  "post.body.video.url": { value: "https://youtu.be/aqz-KE-bpKQ", shown: "watch?v=aqz-KE-bpKQ" },
};

/** Kinds of values that are chosen and not written. */
const CHOSEN = ["reference", "slug", "datetime", "date"];

/** Words that have a form of their own. */
const FORMED = new Set([
  "orderService.serviceId",
  "siteSettings.analyticsId",
  "redirects.list.from",
  "redirects.list.to",
]);

const isType = (type: SchemaType, name: string): boolean =>
  type.name === name || Boolean(type.type && isType(type.type, name));

let count = 0;

/** Returns a word that stands nowhere else. */
const newMark = () => `mark${String((count += 1)).padStart(4, "0")}z`;

/**
 * Fills in every field of a document that the Studio shows with a mark of its own. Pictures are ids without a file, added to
 * `assets`.
 */
export function markDocument(document: StoredDocument, assets: Set<string>): MarkedDocument {
  const marks: MarkedDocument["marks"] = [];
  const unmarked: string[] = [];

  const fieldAt = (path: Path) =>
    [document._type, ...path.flatMap((part) => (typeof part === "string" ? part : (part.type ?? [])))].join(
      ".",
    );

  function isHidden({ hidden }: SchemaType, path: Path): boolean {
    if (typeof hidden !== "function") return hidden === true;
    return (hidden as (context: object) => boolean)({ document, path, parent: {} });
  }

  function word(type: SchemaType, path: Path): string {
    const mark = newMark();
    const name = path.at(-1);
    marks.push({ field: fieldAt(path), shown: mark });
    if (isType(type, "url") || name === "href") return `https://${mark}.example/`;
    return name === "email" || name === "replyTo" ? `${mark}@example.com` : mark;
  }

  function list({ of = [] }: SchemaType, path: Path, value: unknown): unknown {
    const items = Array.isArray(value) ? (value as Values[]) : [];
    const [first] = of;
    if (!first || isType(first, "reference") || first.jsonType === "number") {
      unmarked.push(fieldAt(path));
      return value;
    }
    if (first.jsonType === "string") return [word(first, path)];
    const shown = items.length > 0 ? items : [{ _type: first.name }];
    return shown.map((item) => {
      const type = of.find(({ name }) => name === item["_type"]) ?? first;
      const key = { _key: String(item["_key"] ?? newMark()), ...(of.length > 1 ? { type: type.name } : {}) };
      return { ...item, ...object(type, [...path, key], item), _key: key._key };
    });
  }

  /** Keeps a text and adds a paragraph and a picture, to an article one of each other block too. */
  function richText(type: SchemaType, path: Path, value: unknown): unknown[] {
    const [block, ...blocks] = type.of ?? [];
    const children = [{ _key: "words", _type: "span", text: word(block ?? type, path), marks: [] }];
    const shown = document._type === "post" ? blocks : blocks.slice(0, 1);
    const added = shown.map((one, index) => {
      const key = { _key: newMark(), ...(index > 0 ? { type: one.name } : {}) };
      return { _type: one.name, ...object(one, [...path, key], {}), _key: key._key };
    });
    return [
      ...((value as unknown[] | undefined) ?? []),
      { _key: newMark(), _type: "block", style: "normal", markDefs: [], children },
      ...added,
    ];
  }

  function object(type: SchemaType, path: Path, value: Values): Values {
    const filled: Values = { ...value };
    if (isType(type, "image")) {
      const hash = newMark().replaceAll(/\D/g, "").padStart(40, "f");
      marks.push({ field: fieldAt([...path, "asset"]), shown: `${hash}-800x800.png` });
      assets.add(hash);
      Object.assign(filled, {
        _type: type.name,
        asset: { _type: "reference", _ref: `image-${hash}-800x800-png` },
      });
    }
    for (const { name, type: field } of type.fields ?? []) {
      const isOfSanity = isType(type, "image") && ["asset", "media", "hotspot", "crop"].includes(name);
      const at = [...path, name];
      if (isOfSanity || field.readOnly === true || isHidden(field, at)) continue;
      const next = mark(field, at, value[name]);
      if (next !== undefined) filled[name] = next;
    }
    return filled;
  }

  function mark(type: SchemaType, path: Path, value: unknown): unknown {
    const field = fieldAt(path);
    const special = SPECIAL[field];
    if (special) {
      marks.push({ field, shown: special.shown });
      return special.value;
    }
    const isChosen = CHOSEN.some((name) => isType(type, name)) || type.options?.list !== undefined;
    if (type.name === "portableText" || type.of?.[0]?.name === "block") return richText(type, path, value);
    if (type.jsonType === "array") return list(type, path, value);
    if (type.jsonType === "object" && !isChosen) return object(type, path, (value ?? {}) as Values);
    if (type.jsonType === "string" && !isChosen && !FORMED.has(field)) return word(type, path);
    unmarked.push(field);
    return value;
  }

  const type = compiledSchema.get(document._type);
  if (!type) throw new Error(`The Studio has no type ${document._type}.`);
  return { document: { ...document, ...object(type, [], document) }, marks, unmarked };
}

/** Returns the document of a picture of `markDocument`. */
export const assetDocument = (hash: string) => ({
  _id: `image-${hash}-800x800-png`,
  _type: "sanity.imageAsset",
  path: `images/local/production/${hash}-800x800.png`,
  metadata: { dimensions: { width: 800, height: 800, aspectRatio: 1 } },
});
