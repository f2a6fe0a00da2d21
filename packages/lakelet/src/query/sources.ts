import type { ContentSourceMap } from "@sanity/client";
import { jsonPath } from "@sanity/client/csm";
import type { LakeDocument } from "../model/document.ts";
import { withLists } from "./view.ts";
import type { View } from "./view.ts";

type Step = string | { index: number; key: string | undefined };

/** Where a value is stored: in a document, or at a step within another value. */
type Source = { id: string; type: string } | { within: Source; step: Step };

type Container = Record<string, unknown> | readonly unknown[];

/** Documents are never modified, so an object stays where it is. */
const sources = new WeakMap<object, Source>();

/** A stored text, number or boolean in the result of a query. */
class Leaf {
  readonly value: unknown;
  readonly source: Source;

  constructor(value: unknown, source: Source) {
    this.value = value;
    this.source = source;
  }
}

const isContainer = (value: unknown): value is Container => typeof value === "object" && value !== null;

/** True for arrays and objects of JSON, false for dates and paths of groq-js. */
const isJson = (value: Container): boolean =>
  Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

function elementStep(element: Container, index: number): Exclude<Step, string> {
  const key = "_key" in element && typeof element["_key"] === "string" ? element["_key"] : undefined;
  return { index, key };
}

function note(value: Container, source: Source): void {
  if (sources.has(value)) return;
  sources.set(value, source);
  if (!Array.isArray(value)) return;
  for (const [index, element] of value.entries()) {
    if (!isContainer(element)) continue;
    note(element, { within: source, step: elementStep(element, index) });
  }
}

const noted = <T extends LakeDocument | undefined>(document: T): T => {
  if (document && !sources.has(document)) {
    const { _id, _type, _originalId } = document;
    sources.set(document, { id: typeof _originalId === "string" ? _originalId : _id, type: _type });
  }
  return document;
};

const notedLists = new WeakSet<object>();

function notedAll(documents: readonly LakeDocument[]): readonly LakeDocument[] {
  if (notedLists.has(documents)) return documents;
  for (const document of documents) noted(document);
  notedLists.add(documents);
  return documents;
}

/** Returns a view that knows afterwards where its documents come from. */
export const tracedView = (view: View): View => ({
  ...withLists(view, notedAll),
  get: (id) => noted(view.get(id)),
});

/** Returns a value at a step within another. @param wraps false for the value alone, without its source */
function valueAt(within: unknown, value: unknown, step: Step, wraps: boolean): unknown {
  if (value instanceof Leaf) return wraps ? value : value.value;
  const source = sources.get(within as Container);
  if (value === undefined || value === null || !source) return value ?? null;
  if (!isContainer(value)) return wraps ? new Leaf(value, { within: source, step }) : value;
  note(value, { within: source, step });
  return value;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  isContainer(value) && !Array.isArray(value) && !(value instanceof Leaf);

/** Returns an attribute with its source. */
export const attributeOf = (value: unknown, name: string, wraps: boolean): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? valueAt(value, value[name], name, wraps) : null;

/** Returns an element with its source. A negative index counts from the end. */
export function elementOf(value: unknown, index: number, wraps: boolean): unknown {
  if (!Array.isArray(value)) return null;
  const at = index < 0 ? index + value.length : index;
  return valueAt(value, value[at], { index: at, key: undefined }, wraps);
}

/** Returns all attributes with their sources. */
export const attributesOf = (value: unknown): unknown =>
  isRecord(value) && sources.has(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, valueAt(value, part, name, true)]),
      )
    : value;

/** Returns a value without sources in it. */
export function bare(value: unknown): unknown {
  if (value instanceof Leaf) return value.value;
  if (!isContainer(value) || sources.has(value) || !isJson(value)) return value;
  if (Array.isArray(value)) return value.map(bare);
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, bare(part)]));
}

/** Collects the sources of a result. */
class MapBuilder {
  readonly map: ContentSourceMap = { documents: [], paths: [], mappings: {} };
  readonly #documents = new Map<string, number>();
  readonly #paths = new Map<string, number>();
  readonly #keyed: boolean;

  constructor(keyed: boolean) {
    this.#keyed = keyed;
  }

  /** Returns the value without sources and notes the sources. */
  read(value: unknown, path: Array<string | number>): unknown {
    if (value instanceof Leaf) {
      this.#add(path, value.source);
      return value.value;
    }
    if (!isContainer(value)) return value;
    const source = sources.get(value);
    if (source) {
      this.#add(path, source);
      if (this.#keyed) this.#addElements(value, path, source);
    }
    if (source || !isJson(value)) return value;
    if (Array.isArray(value)) return value.map((part, index) => this.read(part, [...path, index]));
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, this.read(part, [...path, name])]),
    );
  }

  /** Adds the elements of arrays in a stored value that have a key. Everything else follows from the value's own path. */
  #addElements(value: Container, path: Array<string | number>, source: Source): void {
    for (const [name, part] of Object.entries(value)) {
      if (!isContainer(part)) continue;
      const step = Array.isArray(value) ? elementStep(part, Number(name)) : name;
      const [partPath, within] = [
        [...path, typeof step === "string" ? step : step.index],
        { within: source, step },
      ];
      if (typeof step !== "string" && step.key !== undefined) this.#add(partPath, within);
      this.#addElements(part, partPath, within);
    }
  }

  #add(path: Array<string | number>, source: Source): void {
    const steps: Parameters<typeof jsonPath>[0] = [];
    let at = source;
    while ("within" in at) {
      const { step } = at;
      if (typeof step === "string") steps.unshift(step);
      else if (this.#keyed && step.key) steps.unshift({ _key: step.key, _index: step.index });
      else steps.unshift(step.index);
      at = at.within;
    }
    const { id, type } = at;
    const place = <T>(known: Map<string, number>, list: T[], key: string, entry: T): number => {
      const index = known.get(key) ?? list.push(entry) - 1;
      known.set(key, index);
      return index;
    };
    const text = jsonPath(steps);
    this.map.mappings[jsonPath(path)] = {
      type: "value",
      source: {
        type: "documentValue",
        document: place(this.#documents, this.map.documents, id, { _id: id, _type: type }),
        path: place(this.#paths, this.map.paths, text, text),
      },
    };
  }
}

/**
 * Returns the result of a traced query as its caller wants it, and where its values come from.
 * @param keyed names elements of arrays by `_key`
 */
export function withSourceMap(
  result: unknown,
  keyed: boolean,
): { result: unknown; resultSourceMap: ContentSourceMap } {
  const builder = new MapBuilder(keyed);
  return { result: builder.read(result, []), resultSourceMap: builder.map };
}
