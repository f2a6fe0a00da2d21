import { defineArrayMember, defineField } from "sanity";
import {
  MAX_CHOICE,
  MAX_CHOICES,
  MAX_QUESTION,
  MAX_QUESTIONS,
  QUESTION_KINDS,
  SERVICE_OPTIONS,
} from "../../../app/model/contact.ts";
import { choiceField, required, requiredString, switchField } from "../fields.ts";

interface Choices {
  name: string;
  title: string;
  description: string;
  hidden: (context: { parent?: Record<string, unknown> }) => boolean;
}

/** Returns a list of choices, which must not stand in it twice. */
const choices = (options: Choices) =>
  defineField({
    ...options,
    type: "array",
    of: [defineArrayMember({ type: "string", validation: (rule) => rule.required().max(MAX_CHOICE) })],
    validation: (rule) => rule.unique().max(MAX_CHOICES),
  });

const question = defineArrayMember({
  type: "object",
  name: "contactQuestion",
  title: "Question",
  fields: [
    requiredString("question", "Question", { max: MAX_QUESTION }),
    choiceField("kind", [...QUESTION_KINDS], {
      title: "Answered with",
      initialValue: "text",
      validation: required,
    }),
    {
      ...choices({
        name: "choices",
        title: "Choices",
        description: "In the order in which visitors see them.",
        hidden: ({ parent }) => parent?.["kind"] !== "choice",
      }),
      validation: (rule) =>
        rule
          .unique()
          .max(MAX_CHOICES)
          .custom((list, { parent }) => {
            const { kind } = (parent ?? {}) as { kind?: string };
            return (
              kind !== "choice" || (Array.isArray(list) && list.length > 1) || "Name two choices or more"
            );
          }),
    },
    switchField({ name: "isRequired", title: "Must be answered", unset: false }),
  ],
  preview: {
    select: { title: "question", kind: "kind" },
    prepare: ({ title, kind }: Record<string, unknown>) => ({
      title: String(title ?? ""),
      subtitle: QUESTION_KINDS.find(({ value }) => value === kind)?.title,
    }),
  },
});

/** What the contact form asks, on its page and in pages of the owner's own. Its words stand under Texts. */
export const contactForm = defineField({
  name: "contactForm",
  title: "Contact form",
  type: "object",
  preview: { prepare: () => ({ title: "Contact form" }) },
  description:
    "On the contact page and in sections of your pages. Its labels, button and thanks: Texts, Contact form.",
  fields: [
    switchField({ name: "asksService", title: "Ask what the message is about", unset: true }),
    choices({
      name: "options",
      title: "Choices of that question",
      description: `The first is chosen beforehand. Empty: ${SERVICE_OPTIONS.join(", ")}.`,
      hidden: ({ parent }) => parent?.["asksService"] === false,
    }),
    defineField({
      name: "questions",
      title: "Questions of your own",
      type: "array",
      description: `Up to ${MAX_QUESTIONS}, below the message. Answers are stored with the words of their question, so that you can change it at any time.`,
      of: [question],
      validation: (rule) =>
        rule.max(MAX_QUESTIONS).custom((list) => {
          const words = (list ?? []).map((one) => String((one as { question?: string }).question).trim());
          return new Set(words).size === words.length || "Every question has words of its own";
        }),
    }),
  ],
});
