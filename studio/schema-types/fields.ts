import { defineField, type BooleanInputProps, type Rule } from "sanity";
import { MAX_SLUG } from "../../app/model/page-slug.ts";
import { API_VERSION } from "../model/api.ts";

/** Lower-case words joined by hyphens. Sanity's own rule makes slugs unique. */
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

const LAST_POSITION = "coalesce(math::max(*[_type == $type].order), 0)";

/** `reserved` are slugs whose address is taken by the site. */
export const slugField = (source: string, reserved: ReadonlySet<string> = new Set()) =>
  defineField({
    name: "slug",
    type: "slug",
    description: "The last part of the address.",
    options: { source, maxLength: MAX_SLUG },
    validation: (rule) =>
      rule.required().custom((value) => {
        const current = value?.current ?? "";
        if (current && !SLUG.test(current)) return "Lower-case letters, digits and hyphens only";
        if (current.length > MAX_SLUG) return `At most ${MAX_SLUG} characters`;
        return !reserved.has(current) || `The site has a page of its own at /${current}`;
      }),
  });

/** Returns the field for the position in an ordered list. New documents go to the end; editors drag the rows of the list. */
export const orderField = (type: string) =>
  defineField({
    name: "order",
    title: "Position",
    type: "number",
    readOnly: true,
    description: "Drag the rows of the list to change it.",
    initialValue: async (_, { getClient }) =>
      1 + (await getClient({ apiVersion: API_VERSION }).fetch<number>(LAST_POSITION, { type })),
    validation: (rule) => rule.required().min(0),
  });

export const seoField = defineField({ name: "seo", title: "Search and sharing", type: "seo", group: "seo" });

/** The two tabs of every page. */
export const pageGroups = [
  { name: "content", title: "Content", default: true },
  { name: "seo", title: "Search and sharing" },
];

export const requiredString = (name: string, title: string, max = 200) =>
  defineField({ name, title, type: "string", validation: (rule) => rule.required().max(max) });

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

export const requiredText = (name: string, title: string, rows = 3) =>
  defineField({ name, title, type: "text", rows, validation: (rule) => rule.required() });

/** Requires a picture, not only its alternative text. */
export const pictureRequired = (rule: Rule) =>
  rule.custom<{ asset?: unknown }>((image) => (image?.asset ? true : "Choose a picture"));
