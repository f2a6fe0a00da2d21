import { fullStop } from "../format.ts";
/** A text of the site that editors may change. */
export interface EditableText {
  /** Title of its field in the Studio. */
  label: string;
  /** What the site says while the field is empty. */
  text: string;
  /** Maximum length in characters; 200 unless told. */
  max?: number;
  /** Facts that the site fills in, written as `{name}`. */
  placeholders?: readonly string[];
  /** Title of the part of the form that the field belongs to. */
  part?: string;
}

/** The texts of one page or subject: a document whose id is its type, with one field a text. */
export interface TextGroup {
  type: string;
  title: string;
  /** Where the texts are shown, for the Studio's preview; null when no page shows them. */
  path: string | null;
  texts: Readonly<Record<string, EditableText>>;
}

/** What a page needs of a group, and all that browsers get of its file (vite.config.ts). */
export interface DefaultTexts<Id extends string = string> {
  type: string;
  texts: Readonly<Record<Id, { text: string }>>;
}

export type Texts<Id extends string> = Readonly<Record<Id, string>>;

const MAX_LENGTH = 200;

export const maxLengthOf = ({ max = MAX_LENGTH }: EditableText): number => max;

/** Changed texts by group and id. Texts that equal their default are not among them, so an untouched site sends none. */
export type ChangedTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

function changedOf(group: TextGroup, document: Readonly<Record<string, unknown>>): [string, string][] {
  return Object.entries(group.texts).flatMap(([id, text]): [string, string][] => {
    const value = document[id];
    if (typeof value !== "string" || value.trim() === "" || value.length > maxLengthOf(text)) return [];
    return value === text.text ? [] : [[id, value]];
  });
}

/**
 * Returns the texts that editors changed. Ignores what is empty, longer than its field allows (only a write past the Studio
 * can be), or unknown.
 */
export function changedTexts(
  groups: readonly TextGroup[],
  documents: readonly ({ _type: string } & Readonly<Record<string, unknown>>)[],
): ChangedTexts {
  return Object.fromEntries(
    groups.flatMap((group) => {
      const document = documents.find(({ _type }) => _type === group.type);
      const changed = document ? changedOf(group, document) : [];
      return changed.length > 0 ? [[group.type, Object.fromEntries(changed)]] : [];
    }),
  );
}

/** Returns every text of a group: the changed one, else the default. */
export function textsOf<Id extends string>(
  group: DefaultTexts<Id>,
  changed: ChangedTexts | undefined,
): Texts<Id> {
  const own = changed?.[group.type];
  const entries = Object.entries<{ text: string }>(group.texts);
  return Object.fromEntries(entries.map(([id, { text }]) => [id, own?.[id] ?? text])) as Texts<Id>;
}

const PLACEHOLDER = /\{(?<name>\w+)\}/g;
const FILLED = /\{(\w+)\}(\.(?!\.))?/g;

/** Replaces `{name}` by its value, and no second full stop follows "Inc.". Unknown placeholders stay as they were typed. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(FILLED, (typed, name: string, stop: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return typed;
    return stop ? fullStop(value) : value;
  });
}

/** Returns true, or what is wrong with a text that an editor typed. Empty is right: the site then says the default. */
export function validateText(text: EditableText, value: string | undefined): true | string {
  const max = maxLengthOf(text);
  if (!value) return true;
  if (value.length > max) return `At most ${max} characters`;
  const known = text.placeholders ?? [];
  const unknown = Array.from(value.matchAll(PLACEHOLDER), ({ groups }) => groups?.["name"] ?? "").find(
    (name) => !known.includes(name),
  );
  if (unknown === undefined) return true;
  const names = known.map((name) => `{${name}}`).join(", ");
  return names ? `{${unknown}} is not filled in. Use ${names}.` : `{${unknown}} is not filled in.`;
}
