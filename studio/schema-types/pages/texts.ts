import { CommentIcon } from "@sanity/icons/Comment";
import { defineField, defineType } from "sanity";
import { STUDIO_TEXTS } from "../../../app/model/text-groups.ts";
import {
  maxLengthOf,
  validateText,
  type EditableText,
  type TextGroup,
} from "../../../app/model/texts/texts.ts";

/** Longer texts get more than one line. */
const LONG = 120;

/** Forms of more parts open as a list of their titles. */
const MANY_PARTS = 10;

const partName = (part: string) => part.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");

function description({ text, placeholders = [] }: EditableText): string {
  const names = placeholders.map((name) => `{${name}}`).join(", ");
  const fallback = text ? `Empty: “${text}”` : "Empty: nothing.";
  return names ? `You can use ${names}. ${fallback}` : fallback;
}

function textField([name, text]: [string, EditableText]) {
  const shared = {
    name,
    title: text.label,
    description: description(text),
    placeholder: text.text,
    ...(text.part ? { fieldset: partName(text.part) } : {}),
  };
  return maxLengthOf(text) > LONG
    ? defineField({
        ...shared,
        type: "text",
        rows: 2,
        validation: (rule) => rule.custom((value) => validateText(text, value)),
      })
    : defineField({
        ...shared,
        type: "string",
        validation: (rule) => rule.custom((value) => validateText(text, value)),
      });
}

/** Returns the document type of a group of texts. */
function textsType({ type, title, texts }: TextGroup) {
  const parts = new Set(Object.values(texts).flatMap(({ part }) => part ?? []));
  return defineType({
    name: type,
    title: `Texts: ${title}`,
    icon: CommentIcon,
    type: "document",
    fieldsets: [...parts].map((part) => ({
      name: partName(part),
      title: part,
      options: { collapsible: true, collapsed: parts.size > MANY_PARTS },
    })),
    fields: Object.entries(texts).map(textField),
    preview: { prepare: () => ({ title, subtitle: "Texts" }) },
  });
}

export const textTypes = STUDIO_TEXTS.map(textsType);
