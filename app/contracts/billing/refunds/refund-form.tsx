import { getFormProps, useForm } from "@conform-to/react";
import { Form, useNavigation } from "@remix-run/react";
import { detailPath } from "../../../model/admin-paths.ts";
import { formatCents, typedAmount } from "../../../model/contracts/money.ts";
import { BY_HAND_NAME } from "../../../model/contracts/pay-by.ts";
import { LOCALE } from "../../../model/locale.ts";
import type { Invalid } from "../../../platform/http/receive-form.server.ts";
import { Button, ButtonLink, whileBusy } from "../../../ui/button.tsx";
import { Field, RadioGroup, TextArea } from "../../../ui/field.tsx";
import { FormStatus } from "../../../ui/form-status.tsx";
import { ReloadLink } from "../../../ui/reload-link.tsx";
import { useOpenErrors } from "../../../ui/use-open-errors.ts";
import type { RefundFailure, RefundPage, RefundResult } from "./refunds.server.ts";

type RefundShape = { source: string; amount: string; confirmation: string; reason: string };

interface RefundFormProps {
  page: RefundPage;
  answer: Exclude<RefundResult, { status: "done" }> | Invalid | undefined;
}

function problemOf(failure: RefundFailure): string {
  if (failure.status === "refused") return `Stripe refused the refund: ${failure.message}`;
  return {
    conflict: "This contract was changed in the meantime, so nothing was refunded.",
    missing: "This payment no longer exists. Nothing was refunded.",
    "too-much": "That is more than is left of this payment. Nothing was refunded.",
    unknown:
      "Stripe did not answer, so the refund may or may not have been made. Send the form again: it is the same refund.",
  }[failure.status];
}

/** Pays back a charge or what came in without a card, wholly or in part. The amount is typed twice. */
export function RefundForm({ page, answer }: RefundFormProps) {
  const back = detailPath("contracts", page.id);
  const { sources, refundedCents, suggestedCents, reached, rev } = page;
  const busy = useNavigation().state !== "idle";
  // Suggests a payment that is large enough.
  const first = sources.find(({ leftCents }) => leftCents >= suggestedCents) ?? sources[0];
  const amountCents = Math.min(suggestedCents || Infinity, first?.leftCents ?? 0);
  const open = useOpenErrors(answer?.submission);
  const [form, fields] = useForm<RefundShape>({
    id: "refund",
    lastResult: open.result,
    defaultValue: { source: first?.id ?? "", amount: first ? typedAmount(amountCents) : "" },
  });
  const failure = answer?.status === "failed" ? answer.failure : null;
  const problem = failure
    ? problemOf(failure)
    : answer?.status === "invalid"
      ? "Please correct what is marked below. Nothing was refunded."
      : null;
  return (
    <>
      <FormStatus tone="error" attempt={answer} className="mb-8">
        {failure?.status === "conflict" ? (
          <>
            {problem} <ReloadLink>Check it again</ReloadLink>
          </>
        ) : (
          problem
        )}
      </FormStatus>
      {reached ? null : (
        <p role="status" className="mb-8 rounded-md bg-warning-tint px-5 py-4 text-warning">
          Stripe does not answer, so card payments are missing here. <ReloadLink>Try again</ReloadLink>
        </p>
      )}
      {refundedCents > 0 ? (
        <p className="mb-6 text-ink-soft">
          Refunded so far: <strong className="figures text-ink">{formatCents(refundedCents)}</strong>
        </p>
      ) : null}
      {suggestedCents > 0 ? (
        <p className="mb-6 text-ink-soft">
          The client gets back <strong className="figures text-ink">{formatCents(suggestedCents)}</strong>:
          credit left, or services that ended within a period that is paid.
        </p>
      ) : null}
      {first ? (
        <Form
          {...getFormProps(form)}
          method="post"
          onInput={(event) => open.clear((event.target as HTMLInputElement).name)}
          className="grid gap-8"
        >
          <input type="hidden" name="rev" value={rev} />
          <input
            type="hidden"
            name="nonce"
            value={String(answer?.submission.initialValue?.["nonce"] ?? page.nonce)}
          />
          <RadioGroup
            field={fields.source}
            label="Payment"
            options={sources.map(({ id, label, leftCents }) => ({
              value: id,
              label,
              note: `${formatCents(leftCents)} can be refunded`,
            }))}
          />
          <div className="grid gap-6 sm:grid-cols-2">
            <Field
              field={fields.amount}
              label={`Amount in ${LOCALE.currencyName}`}
              hint="All of it, or a part."
              inputProps={{ inputMode: "decimal", autoComplete: "off" }}
            />
            <Field
              field={fields.confirmation}
              label="Type the amount again"
              hint="To confirm it."
              inputProps={{ inputMode: "decimal", autoComplete: "off" }}
            />
          </div>
          <TextArea
            field={fields.reason}
            label="Reason"
            hint="For your records: it stands in the timeline."
            rows={3}
          />
          <p className="text-sm text-ink-soft">
            A card payment is refunded through Stripe, and the client sees it within some days. What came in
            by {BY_HAND_NAME} is only recorded here: send the money yourself. Neither ends the services.
          </p>
          <div className="flex flex-wrap gap-4">
            <Button type="submit" variant="danger" {...whileBusy(busy)}>
              {busy ? "Refunding..." : "Refund"}
            </Button>
            <ButtonLink to={back} variant="secondary">
              Back to the contract
            </ButtonLink>
          </div>
        </Form>
      ) : (
        <>
          <p className="mb-6">Nothing was received that could be refunded.</p>
          <ButtonLink to={back} variant="secondary">
            Back to the contract
          </ButtonLink>
        </>
      )}
    </>
  );
}
