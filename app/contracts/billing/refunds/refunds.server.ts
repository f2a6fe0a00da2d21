import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import type { Logger } from "pino";
import { z } from "zod";
import { clientName } from "../../../model/contracts/client-fields.ts";
import { creditCents } from "../../../model/contracts/credit.ts";
import { formatCents } from "../../../model/contracts/money.ts";
import { owedBack, undeliveredCents } from "../../../model/contracts/undelivered.ts";
import { oneLine } from "../../../model/typed-text.ts";
import { receiveForm, reply, type Reply } from "../../../platform/http/receive-form.server.ts";
import { amountSchema } from "../../../submissions/field-schema.server.ts";
import { findContract, getContract, isContractId } from "../../store/contract-store.server.ts";
import type { BillingStep } from "../billing-steps.server.ts";
import type { createEmails } from "../emails/emails.server.ts";
import {
  refund,
  refundSources,
  REFUNDING,
  settleRefunds,
  type RefundDeps,
  type RefundOutcome,
} from "./refund.server.ts";

const schema = z
  .object({
    source: z.string({ error: "Choose a payment" }).max(100),
    amount: amountSchema("Amount is required"),
    confirmation: amountSchema("Type the amount again"),
    reason: z
      .string({ error: "Reason is required" })
      .overwrite(oneLine)
      .min(1, "Reason is required")
      .max(400),
    rev: z.string().max(100),
    nonce: z.uuid(),
  })
  .refine(({ amount, confirmation }) => amount === confirmation, {
    path: ["confirmation"],
    error: "The two amounts differ",
  });

const RULES = { names: ["source", "amount", "confirmation", "reason", "rev", "nonce"], schema };

export type RefundFailure = Exclude<RefundOutcome, { status: "done" }>;

const HTTP_STATUS = { conflict: 409, missing: 404, "too-much": 409, unknown: 503, refused: 409 };

/** The result of a posted form. Sending it again, with its nonce, is the same refund. */
export type RefundResult =
  | { status: "done" }
  | { status: "failed"; failure: RefundFailure; submission: SubmissionResult };

interface RefundsDeps extends RefundDeps {
  log: Logger;
  emails: Pick<ReturnType<typeof createEmails>, "send">;
  onError: (error: unknown) => void;
}

export function createRefunds(deps: RefundsDeps) {
  const { readClient, stripe, log, emails, onError } = deps;

  /** Asks Stripe again for the refunds that were cut off. */
  const steps: readonly BillingStep[] = stripe
    ? [{ name: "refunds", where: REFUNDING, run: (id) => settleRefunds({ ...deps, stripe }, id) }]
    : [];

  /** Returns what can be refunded of a contract; null when there is no such contract. Throws like `getContract`. */
  async function load(id: string) {
    const contract = await findContract(readClient, id);
    if (!contract) return null;
    const { contactInfo, payment, _rev: rev } = contract;
    return {
      id,
      rev,
      client: clientName(contactInfo),
      refundedCents: payment.refundedAmount ?? 0,
      nonce: randomUUID() as string,
      suggestedCents: creditCents(contract) || undeliveredCents(owedBack(contract)),
      ...(await refundSources(deps, contract, onError)),
    };
  }

  /** Receives the form. Throws a Response when it cannot be read or the store does not answer. */
  const receive = (request: Request, id: string, by: string) =>
    receiveForm(request, RULES, async ({ value, typed = {} }): Promise<Reply<RefundResult>> => {
      const { amount, confirmation: _, ...rest } = value;
      const asked = { id, by, amountCents: amount, ...rest };
      const outcome = isContractId(id) ? await refund(deps, asked) : ({ status: "missing" } as const);
      log.info({ contract: id, by, amount: formatCents(amount), outcome: outcome.status }, "admin: refund");
      if (outcome.status !== "done")
        return reply({ status: "failed", failure: outcome, submission: typed }, HTTP_STATUS[outcome.status]);
      const contract = await getContract(readClient, id);
      if (contract) await emails.send(contract);
      return reply({ status: "done" });
    });

  return { steps, load, receive };
}

export type RefundPage = NonNullable<Awaited<ReturnType<ReturnType<typeof createRefunds>["load"]>>>;
