import {
  defineArrayMember,
  defineField,
  defineType,
  type BooleanInputProps,
  type DocumentDefinition,
  type ReferenceRule,
  type Rule,
  type StringRule,
} from "sanity";
import { EMAIL_INVALID, isEmailAddress } from "../../app/model/email-address.ts";
import { MAX_SLUG, SLUG } from "../../app/model/page-slug.ts";
import { oneLine } from "../../app/model/typed-text.ts";

export const required = <R extends { required: () => R }>(rule: R): R => rule.required();
/** The site's rule: Sanity's own takes other addresses. The Studio stores what is typed, so it may have nothing that is not seen. */
export const emailRequired = (rule: StringRule) =>
  rule
    .required()
    .custom((text) => !text || (isEmailAddress(text) && oneLine(text) === text) || EMAIL_INVALID);
export const unique = (rule: Rule) => rule.unique();

/** Requires a picture, not only its alternative text. */
export const pictureRequired = (rule: Rule) =>
  rule.custom<{ asset?: unknown }>((image) => (image?.asset ? true : "Choose a picture"));

/** Returns a list of pictures, each with its alternative text and caption. */
export const galleryField = (name: string, options: { description?: string; min?: number } = {}) => {
  const { min = 0, ...field } = options;
  return defineField({
    ...field,
    name,
    type: "array",
    of: [defineArrayMember({ type: "imageWithAlt", validation: pictureRequired })],
    validation: (rule) => (min ? rule.required().min(min).max(24) : rule.max(24)),
  });
};

/** Rule of a reference: Sanity's own, which says that a document is not published, as a warning. */
export const warnUnpublished = (rule: ReferenceRule): ReferenceRule => rule.warning();

/** Puts fields on a tab of their form. */
export const inGroup = <Field extends object>(group: string, fields: readonly Field[]) =>
  fields.map((field) => ({ ...field, group }));

/** Returns the type of a page: its content, and a tab for search engines and shared links. */
export const definePage = ({ fields, ...page }: Omit<DocumentDefinition, "type" | "groups">) =>
  defineType({
    ...page,
    type: "document",
    groups: [
      { name: "content", title: "Content", default: true },
      { name: "seo", title: "Search and sharing" },
    ],
    fields: [
      ...inGroup("content", fields),
      defineField({ name: "seo", title: "Search and sharing", type: "seo", group: "seo" }),
    ],
  });

interface StringOptions {
  max?: number;
  description?: string;
}

export const requiredString = (name: string, title: string, { max = 200, ...options }: StringOptions = {}) =>
  defineField({ name, title, type: "string", validation: (rule) => rule.required().max(max), ...options });

export const requiredText = (name: string, title: string, rows = 3) =>
  defineField({ name, title, type: "text", rows, validation: required });

/** The sentence below a heading. */
export const introField = defineField({ name: "intro", title: "Opening sentence", type: "text", rows: 2 });

interface SwitchOptions {
  name: string;
  title?: string;
  description?: string;
  initialValue?: boolean;
  /** What an unset value means to the site, and how it is shown. */
  unset: boolean;
}

/** Returns a switch that is never undecided. */
export const switchField = ({ unset, initialValue = unset, ...field }: SwitchOptions) =>
  defineField({
    ...field,
    type: "boolean",
    initialValue,
    components: {
      input: (props: BooleanInputProps) => props.renderDefault({ ...props, value: props.value ?? unset }),
    },
  });

interface ChoiceOptions {
  title?: string;
  description?: string;
  initialValue?: string;
  validation?: typeof required<StringRule>;
}

/** Returns a field with few values, all of them in view. */
export const choiceField = (
  name: string,
  list: (string | { title: string; value: string })[],
  options: ChoiceOptions,
) =>
  defineField({
    ...options,
    name,
    type: "string",
    options: { list, layout: "radio", direction: "horizontal" },
  });

/** Returns a list of references to documents of a type. */
export const references = (name: string, title: string, to: string) =>
  defineField({
    name,
    title,
    type: "array",
    of: [defineArrayMember({ type: "reference", to: [{ type: to }], validation: warnUnpublished })],
  });

/** Returns a list of short words. */
export const stringList = (name: string, layout?: "tags") =>
  defineField({
    name,
    type: "array",
    of: [defineArrayMember({ type: "string" })],
    ...(layout ? { options: { layout } } : {}),
  });

/** Sanity's own rule makes slugs unique. `reserved` are slugs whose address is taken by the site. */
export const slugField = (
  description = "The last part of the address.",
  reserved: ReadonlySet<string> = new Set(),
) =>
  defineField({
    name: "slug",
    type: "slug",
    description,
    options: { source: "title", maxLength: MAX_SLUG },
    validation: (rule) =>
      rule.required().custom((value) => {
        const current = value?.current ?? "";
        if (current && !SLUG.test(current)) return "Lower-case letters, digits and hyphens only";
        if (current.length > MAX_SLUG) return `At most ${MAX_SLUG} characters`;
        return !reserved.has(current) || `The site has a page of its own at /${current}`;
      }),
  });
