import { z } from "zod";
import { amountNeeded, parseAmount } from "../model/contracts/money.ts";
import { emailAddress } from "../model/email-address.ts";
import { answerProblem, maxLengthOf, type SubmissionField } from "../model/field.ts";
import { formatNumber } from "../model/format.ts";
import { readAbroad } from "../model/phone-abroad.ts";
import { formatPhone, phoneProblem } from "../model/phone.ts";
import { postalCode, postalCodeProblem } from "../model/postal-code.ts";
import { manyLines, oneLine } from "../model/typed-text.ts";

const CHOICE_UNKNOWN = "Please choose one of the listed options";

/** Returns the schema of a text field: trimmed, within its length, `""` when optional and absent. */
function textSchema(field: SubmissionField) {
  const maxLength = maxLengthOf(field);
  const tooLong = {
    error: `Please use at most ${formatNumber(maxLength, 0)} characters`,
    abort: true,
  };
  const text = z
    .string({ error: field.required ?? "Please enter a text" })
    .overwrite(field.kind === "text" ? manyLines : oneLine);
  return field.required === undefined
    ? text.max(maxLength, tooLong)
    : text.min(1, { error: field.required, abort: true }).max(maxLength, tooLong);
}

/** How an answer that was taken is stored. */
const STORED = {
  email: emailAddress,
  phone: (text: string) => formatPhone(text, readAbroad),
  zip: postalCode,
};

const problemOf = (field: SubmissionField, text: string): string | null =>
  field.kind === "phone" ? phoneProblem(text, readAbroad) : answerProblem(field, text);

/** Adds to the schema of an object with `state` and `zipCode` that the code is one of the state's country. */
export function withZipOfState<Schema extends z.ZodObject>(schema: Schema): Schema {
  const problem = (value: unknown) => {
    const { state, zipCode } = value as { state?: unknown; zipCode?: unknown };
    return typeof state === "string" && typeof zipCode === "string" && zipCode
      ? postalCodeProblem(zipCode, state)
      : null;
  };
  return schema.refine((value) => problem(value) === null, {
    path: ["zipCode"],
    error: ({ input }) => problem(input) ?? "",
    // Beside other errors, too.
    when: ({ issues }) => !issues.some(({ path }) => path?.includes("zipCode")),
  });
}

/** Returns the schema of one field of a submission, as conform reads it from a posted form. */
export function fieldSchema(field: SubmissionField): z.ZodType<string | string[]> {
  const values = field.choices?.map(({ value }) => value) ?? [];
  switch (field.kind) {
    case "checkboxes":
      return z
        .array(z.string(), { error: CHOICE_UNKNOWN })
        .refine((chosen) => chosen.every((value) => values.includes(value)), CHOICE_UNKNOWN)
        .overwrite((chosen) => values.filter((value) => chosen.includes(value)))
        .default([]);
    case "radio":
    case "select": {
      const error = ({ input }: { input?: unknown }) =>
        input === undefined && field.required !== undefined ? field.required : CHOICE_UNKNOWN;
      const choice = z.enum(values, { error });
      return field.required === undefined ? choice.default(field.defaultValue ?? "") : choice;
    }
    case "email":
    case "phone":
    case "zip": {
      const given = textSchema(field)
        .refine((text) => text === "" || problemOf(field, text) === null, {
          error: ({ input }) => problemOf(field, String(input)) ?? "",
        })
        .overwrite(STORED[field.kind]);
      return field.required === undefined ? given.default("") : given;
    }
    default: {
      const text = textSchema(field);
      return field.required === undefined ? text.default("") : text;
    }
  }
}

/** Returns the schema of a typed amount of money, in cents; `missing` is the message for an empty field. */
export const amountSchema = (missing: string, what: "amount" | "price" = "amount") =>
  z.string({ error: missing }).transform((text, context) => {
    const cents = parseAmount(text);
    if (cents) return cents;
    context.addIssue({ code: "custom", message: amountNeeded(what) });
    return z.NEVER;
  });
