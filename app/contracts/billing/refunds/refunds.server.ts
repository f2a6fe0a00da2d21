import { randomUUID } from "node:crypto";
import { parseWithZod } from "@conform-to/zod/v4";
import type { SubmissionResult } from "@conform-to/react";
import type { Logger } from "pino";
import { z } from "zod";
import { amountSchema } from "../../../submissions/field-schema.server.ts";
import type { BillingStep } from "../billing-steps.server.ts";
import type { createEmails } from "../emails/emails.server.ts";
import { findContract, getContract, isContractId } from "../../store/contract-store.server.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import {
  refund,
  refundSources,
  REFUNDING,
  settleRefunds,
  type RefundDeps,
  type RefundOutcome,
  type RefundSource,
} from "./refund.server.ts";

/** Every field of the form. */
export const REFUND_FIELDS = ["source", "amount", "confirmation", "reason", "rev", "nonce"] as const;

const schema = z
  .object({
    source: z.string({ error: "Choose a payment" }).max(100),
    amount: amountSchema("Amount is required"),
    confirmation: amountSchema("Type the amount again"),
    reason: z.string({ error: "Reason is required" }).trim().min(1, "Reason is required").max(400),
    rev: z.string().max(100),
    nonce: z.uuid(),
  })
  .refine(({ amount, confirmation }) => amount === confirmation, {
    path: ["confirmation"],
    error: "The two amounts differ",
  });

/** What the page shows. */
export interface RefundPage {
  id: string;
  rev: string;
  client: string;
  refundedCents: number;
  sources: RefundSource[];
  /** False when Stripe did not answer: then its charges are missing. */
  reached: boolean;
  nonce: string;
}

export type RefundFailure = Exclude<RefundOutcome, { status: "done" }>;

/** The result of a posted form. `nonce` is the form's, so that sending it again is the same refund. */
export type RefundReply =
  | { status: "done" }
  | { status: "invalid"; result: SubmissionResult; nonce: string }
  | { status: "failed"; failure: RefundFailure; result: SubmissionResult; nonce: string };

interface RefundsDeps extends RefundDeps {
  log: Logger;
  emails: Pick<ReturnType<typeof createEmails>, "send">;
  onError: (error: unknown) => void;
}

/** Refunds that admins make. */
export function createRefunds(deps: RefundsDeps) {
  const { readClient, stripe, log, emails, onError } = deps;

  /** Asks Stripe again for the refunds that were cut off. */
  const steps: readonly BillingStep[] = stripe
    ? [{ name: "refunds", where: REFUNDING, run: (id) => settleRefunds({ ...deps, stripe }, id) }]
    : [];

  /** Returns what can be refunded of a contract; null when there is no such contract. Throws like `getContract`. */
  async function load(id: string): Promise<RefundPage | null> {
    const contract = await findContract(readClient, id);
    if (!contract) return null;
    const { contactInfo, payment, _rev: rev } = contract;
    return {
      id,
      rev,
      client: `${contactInfo.firstName} ${contactInfo.lastName}`,
      refundedCents: payment.refundedAmount ?? 0,
      nonce: randomUUID(),
      ...(await refundSources(deps, contract, onError)),
    };
  }

  /** Refunds as the posted form says. Throws an AppError when the store does not answer. */
  async function submit(id: string, form: FormData, by: string): Promise<RefundReply> {
    const submission = parseWithZod(form, { schema });
    const posted = z.uuid().safeParse(form.get("nonce"));
    const nonce = posted.success ? posted.data : randomUUID();
    if (submission.status !== "success") return { status: "invalid", result: submission.reply(), nonce };
    const { source, amount, reason, rev } = submission.value;
    const request = { id, rev, source, amountCents: amount, reason, by, nonce };
    const outcome = isContractId(id) ? await refund(deps, request) : ({ status: "missing" } as const);
    log.info({ contract: id, by, amount: formatCents(amount), outcome: outcome.status }, "admin: refund");
    if (outcome.status === "done") {
      const contract = await getContract(readClient, id);
      if (contract) await emails.send(contract);
      return { status: "done" };
    }
    return { status: "failed", failure: outcome, result: submission.reply(), nonce };
  }

  return { steps, load, submit };
}
