import { z } from "zod";
import { contractMessages } from "./messages.ts";
import { recurringServiceIds, serviceIds } from "./services.ts";
import { paymentFrequencies } from "./frequency.ts";
import {
  EMAIL_ADDRESS,
  LONG_TEXT,
  manyLines,
  oneLine,
  phoneNumber,
  SHORT_TEXT,
} from "../submissions/typed-text.ts";

export const SIGNATURE_BYTES = 200_000;

const shortText = z
  .string()
  .overwrite(oneLine)
  .max(SHORT_TEXT, `Please use at most ${SHORT_TEXT} characters`);
const short = shortText.default("");
const needed = (message: string) =>
  z
    .string({ error: message })
    .overwrite(oneLine)
    .min(1, { error: message, abort: true })
    .max(SHORT_TEXT, `Please use at most ${SHORT_TEXT} characters`);
/** conform reads a ticked box as true and leaves an unticked one out. */
const checkbox = z.boolean().default(false);

const service = z.object({ selected: checkbox }).default({ selected: false });
const recurringService = z
  .object({ selected: checkbox, paymentFrequency: z.enum(paymentFrequencies).default("monthly") })
  .default({ selected: false, paymentFrequency: "monthly" });

const services = z.object(
  Object.fromEntries(
    serviceIds.map((id) => [
      id,
      (recurringServiceIds as readonly string[]).includes(id) ? recurringService : service,
    ]),
  ),
);

/** A client as an admin knows them: the telephone may be the client's to add. */
export const clientSchema = z.object({
  firstName: needed("First name is required"),
  lastName: needed("Last name is required"),
  companyName: short,
  phone: shortText.overwrite(phoneNumber).default(""),
  email: needed("Email is required").regex(EMAIL_ADDRESS, contractMessages.emailInvalid),
  address: z
    .object({ street: short, street2: short, city: short, state: short, zipCode: short })
    .default({ street: "", street2: "", city: "", state: "", zipCode: "" }),
});

const contactInfo = clientSchema.extend({ phone: needed("Telephone is required").overwrite(phoneNumber) });

/**
 * The order form (specification 5). Fields that a visitor may not decide (status, total, prices, custom services) are not
 * in the schema, so whatever is sent of them is dropped.
 */
export const contractSchema = z.object({
  submissionId: z.uuid({ error: contractMessages.submitFailed }),
  contactInfo,
  services: services.default(() => services.parse(Object.fromEntries(serviceIds.map((id) => [id, {}])))),
  paymentMethod: z.enum(["invoice", "stripe"]).default("invoice"),
  agreedToTerms: checkbox,
  /** A PNG drawn on the pad as a data URI, or a typed name. */
  signature: z.string().trim().max(SIGNATURE_BYTES, "The signature is too large").default(""),
  couponCode: short,
  /** What else the client would like, in words. */
  wish: z
    .string()
    .overwrite(manyLines)
    .max(LONG_TEXT, `Please use at most ${LONG_TEXT} characters`)
    .default(""),
  /** The total in cents that the form showed: a claim, compared with the server's own. */
  claimedTotal: z.coerce.number().int().nonnegative().optional(),
});
