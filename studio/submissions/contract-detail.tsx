import { Stack, Text } from "@sanity/ui";
import type { SanityDocument } from "sanity";
import { contractView } from "../../app/model/contracts/contract-view.ts";
import { PAYMENT_LABELS } from "../../app/model/contracts/payment-state.ts";
import { dateOf } from "../../app/model/format.ts";
import { formatTime } from "../model/time.ts";
import { amounts, invoices, nextPayments, services, timeline } from "./contract-rows.ts";
import { DetailGroup, DetailItems, DetailRows } from "./detail-parts.tsx";
import { Signature } from "./signature-input.tsx";

type Stored = Parameters<typeof contractView>[0];

/** All of a contract: client, services, amounts, payment, invoices, what happened, signature. */
export function ContractDetail({ document }: { document: SanityDocument }) {
  const contract = contractView(document as unknown as Stored, dateOf(new Date()));
  return (
    <Stack data-testid="submission-detail" gap={4}>
      <DetailGroup title="Contact">
        <DetailItems
          items={[{ label: "Submitted", value: formatTime(contract.submittedAt) }, ...contract.contact]}
        />
      </DetailGroup>
      <DetailGroup title="Selected services">
        <DetailRows rows={services(contract)} />
      </DetailGroup>
      <DetailGroup title="Total">
        <DetailRows rows={amounts(contract)} />
      </DetailGroup>
      <DetailGroup title="Payment">
        <Text size={1} weight="semibold">
          {[PAYMENT_LABELS[contract.paymentState], ...contract.paymentMarks].join(" · ")}
        </Text>
        <DetailItems items={contract.payment} />
        {contract.nextPayments.length > 0 ? <DetailRows rows={nextPayments(contract)} /> : null}
      </DetailGroup>
      {contract.invoices.length > 0 ? (
        <DetailGroup title="Invoices">
          <DetailRows rows={invoices(contract)} />
        </DetailGroup>
      ) : null}
      <DetailGroup title="Timeline">
        <DetailRows ordered rows={timeline(contract)} />
      </DetailGroup>
      <DetailGroup title="Signature">
        <Signature value={contract.signature} />
      </DetailGroup>
    </Stack>
  );
}
