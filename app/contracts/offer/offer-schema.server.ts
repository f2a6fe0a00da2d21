import { z } from "zod";
import { AppError } from "../../platform/errors.ts";
import type { FieldName } from "../../platform/http/form-body.server.ts";
import { paymentFrequencies } from "../frequency.ts";
import { contractMessages } from "../messages.ts";
import { parseDollars } from "../money.ts";
import { CLIENT_FIELDS } from "../order-form.server.ts";
import { clientSchema } from "../schema.server.ts";
import { serviceIds } from "../services.ts";

const DESCRIPTION = 5_000;
const MAX_LINES = 20;
/** The name that conform gives to such a button. */
const INTENT = "__intent__";

const service = z
  .object({
    selected: z.boolean().default(false),
    quantity: z.coerce
      .number({ error: "Enter a number" })
      .int("Enter a whole number")
      .min(1)
      .max(999)
      .default(1),
    paymentFrequency: z.enum(paymentFrequencies).default("monthly"),
  })
  .default({ selected: false, quantity: 1, paymentFrequency: "monthly" });

const price = z.string({ error: "Price is required" }).transform((text, context) => {
  const cents = parseDollars(text);
  if (cents) return cents;
  context.addIssue({ code: "custom", message: "Enter a price in dollars, such as 1,250.00" });
  return z.NEVER;
});

const customService = z.object({
  description: z
    .string({ error: "Description is required" })
    .trim()
    .min(1, "Description is required")
    .max(DESCRIPTION),
  price,
});

/** Every field of the form in which an admin makes a contract, and the button that adds or removes a line. */
export const OFFER_FIELDS: readonly FieldName[] = [
  "submissionId",
  "couponCode",
  "days",
  INTENT,
  ...CLIENT_FIELDS,
  ...serviceIds.flatMap((id) =>
    ["selected", "quantity", "paymentFrequency"].map((name) => `services.${id}.${name}`),
  ),
  /^customServices\[1?\d\]\.(?:description|price)$/,
];

const LIST = z.literal("customServices");
const intentSchema = z.union([
  z.strictObject({
    type: z.literal("insert"),
    payload: z.strictObject({
      name: LIST,
      defaultValue: z.strictObject({ description: z.literal(""), price: z.literal("") }).optional(),
    }),
  }),
  z.strictObject({
    type: z.literal("remove"),
    payload: z.strictObject({
      name: LIST,
      index: z
        .int()
        .min(0)
        .max(MAX_LINES - 1),
    }),
  }),
]);

/**
 * Returns a form that asks for nothing or for one of its own buttons: conform takes whatever path and index it is told,
 * and makes an array of that length. Throws an AppError `bad-request`.
 */
export function requireOwnIntent(form: FormData): FormData {
  const intent = form.get(INTENT);
  if (intent === null) return form;
  try {
    intentSchema.parse(JSON.parse(String(intent)));
    return form;
  } catch (cause) {
    throw new AppError("bad-request", "The form asks for what it has no button for.", { cause });
  }
}

/** The form in which an admin makes a contract. Prices of the catalogue's services are not in it. */
export const offerSchema = z.object({
  submissionId: z.uuid().optional(),
  contactInfo: clientSchema,
  services: z
    .object(Object.fromEntries(serviceIds.map((id) => [id, service])))
    .default(() => Object.fromEntries(serviceIds.map((id) => [id, service.parse(undefined)]))),
  customServices: z.array(customService).max(MAX_LINES, "At most 20 custom services").default([]),
  couponCode: z.string().max(40, contractMessages.couponInvalid).default(""),
  days: z.string().optional(),
});
