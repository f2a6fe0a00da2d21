import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { z } from "zod";
import { dateOf } from "../../../model/format.ts";
import { oneLine } from "../../../model/typed-text.ts";
import { isUuid } from "../../../model/uuid.ts";
import type { FieldName } from "../../../platform/http/form-body.server.ts";
import { amountSchema } from "../../../submissions/field-schema.server.ts";
import type { InvoiceChange } from "./change-invoice.server.ts";
import { PREVIEW } from "./payment-preview.ts";

/** Every field of the forms in which an admin changes an invoice. */
export const INVOICE_FIELDS: readonly FieldName[] = [
  "intent",
  "number",
  "nonce",
  "rev",
  "amount",
  "receivedOn",
  "cheque",
  "creditCents",
  "shownCents",
  "reason",
];

const amount = amountSchema("Amount is required");

const reason = z
  .string({ error: "Reason is required" })
  .overwrite(oneLine)
  .min(1, "Reason is required")
  .max(300, "At most 300 characters");

const cheque = z.string().overwrite(oneLine).max(40, "At most 40 characters").default("");

/** A calendar date of this century that is not in the future. */
const dayUntil = (today: string) =>
  z.iso
    .date({ error: "Enter a date, such as 2026-11-22" })
    .refine((day) => day >= "2000-01-01" && day <= today, "The date is in the future");

/** What each form says. */
const schemas: Record<InvoiceChange["kind"], (now: Date) => z.ZodType<InvoiceChange>> = {
  receive: (now) =>
    z
      .object({
        amount,
        cheque,
        receivedOn: dayUntil(dateOf(now)),
        creditCents: z.coerce.number().int().min(0).default(0),
      })
      .transform(({ amount: amountCents, ...rest }) => ({ kind: "receive", amountCents, ...rest })),
  void: () => z.object({ reason }).transform((change) => ({ kind: "void", ...change })),
  credit: () =>
    z
      .object({ amount, reason })
      .transform(({ amount: amountCents, ...rest }) => ({ kind: "credit", amountCents, ...rest })),
};

/** What an admin asks for: a change of an invoice, or the invoice sent once more. */
export type InvoiceRequest = { number: string; nonce: string } &
  /** `refuse` returns the form as it was typed, with an error at a field of its own. */
  (
    | {
        kind: "change";
        change: InvoiceChange;
        rev: string;
        /** Whether to preview a payment instead of saving it: requested, or the amount differs from the previewed one. */
        isPreview: boolean;
        refuse: (fieldErrors: Record<string, string[]>) => SubmissionResult;
      }
    | { kind: "send" }
    | { kind: "invalid"; result: SubmissionResult }
  );

/** Returns what a posted form asks for; null when it is none of ours. */
export function readInvoiceForm(form: FormData, now: Date): InvoiceRequest | null {
  const [intent = "", number, nonce] = ["intent", "number", "nonce"].map((name) =>
    String(form.get(name) ?? ""),
  );
  if (!number || number.length > 40 || !nonce || !isUuid(nonce)) return null;
  const asked = { number, nonce };
  if (intent === "send") return { ...asked, kind: "send" };
  const rev = form.get("rev");
  if (typeof rev !== "string" || rev === "") return null;
  const kind = intent === PREVIEW ? "receive" : intent;
  if (!Object.hasOwn(schemas, kind)) return null;
  const parsed = parseWithZod(form, { schema: schemas[kind as InvoiceChange["kind"]](now) });
  if (parsed.status !== "success") return { ...asked, kind: "invalid", result: parsed.reply() };
  const change = parsed.value;
  const shown = form.get("shownCents");
  const isOther = change.kind === "receive" && shown !== null && shown !== String(change.amountCents);
  return {
    ...asked,
    kind: "change",
    rev,
    isPreview: intent === PREVIEW || isOther,
    change,
    refuse: (fieldErrors) => parsed.reply({ fieldErrors }),
  };
}
