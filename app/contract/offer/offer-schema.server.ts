import { z } from "zod";
import { paymentFrequencies } from "../frequency.ts";
import { contractMessages } from "../messages.ts";
import { parseDollars } from "../money.ts";
import { clientSchema } from "../schema.server.ts";
import { serviceIds } from "../services.ts";

const DESCRIPTION = 5_000;

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

/** The form in which an admin makes a contract. Prices of the catalogue's services are not in it. */
export const offerSchema = z.object({
  submissionId: z.uuid().optional(),
  contactInfo: clientSchema,
  services: z
    .object(Object.fromEntries(serviceIds.map((id) => [id, service])))
    .default(() => Object.fromEntries(serviceIds.map((id) => [id, service.parse(undefined)]))),
  customServices: z.array(customService).max(20, "At most 20 custom services").default([]),
  couponCode: z.string().max(40, contractMessages.couponInvalid).default(""),
  days: z.string().optional(),
});
