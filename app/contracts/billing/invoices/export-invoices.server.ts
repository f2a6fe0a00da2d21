import { create as contentDisposition } from "content-disposition";
import { stringify } from "csv-stringify/sync";
import { PRIVATE } from "../../../platform/cache-control.ts";
import { storeError, type ReadClient } from "../../../platform/content-store.server.ts";
import { dateOf } from "../../../model/format.ts";
import type { InvoiceSummary } from "../../../model/contracts/contract-document.ts";
import { plainAmount } from "../../../model/contracts/money.ts";
import { invoiceState, openCents } from "../../../model/contracts/invoice-state.ts";
import type { InvoiceDocument } from "../../../model/contracts/invoice.ts";

/** Documents per query. */
const BATCH = 500;

const INVOICES = `*[_type == "invoice" && _id > $after] | order(_id asc) [0...${BATCH}]`;
const SUMMARIES = `*[_id in $ids].invoices[]`;

type Stored = InvoiceDocument & { _id: string };

function cellsOf(invoice: Stored, summary: InvoiceSummary | undefined, now: Date) {
  const { number, kind, issuedOn, dueOn, credits, client, reference, contractId, periodStart } = invoice;
  return {
    number,
    kind,
    issuedOn,
    dueOn,
    credits,
    client: client.name,
    company: client.companyName,
    order: reference,
    contractId,
    periodStart,
    subtotal: plainAmount(invoice.subtotalCents),
    discount: plainAmount(invoice.discountCents + invoice.couponCents),
    tax: plainAmount(invoice.taxCents),
    total: plainAmount(invoice.totalCents),
    received: plainAmount(summary?.receivedCents ?? 0),
    open: plainAmount(summary ? openCents(summary) : 0),
    state: summary ? invoiceState(summary, dateOf(now)) : "",
  };
}

/**
 * Returns all invoices and credit notes as CSV, by number, for the company's accountant. Amounts are in dollars and positive:
 * a spreadsheet could take a minus for a formula, so the column "kind" tells the two apart. Throws an AppError when the store does not answer.
 */
export async function exportInvoices(client: ReadClient, now: Date): Promise<Response> {
  const read = <Row>(query: string, params: Record<string, unknown>) =>
    client.fetch<Row[]>(query, params, { perspective: "raw" }).catch((cause: unknown) => {
      throw storeError(cause);
    });
  const rows = [];
  let after = "";
  for (let batch: Stored[] = []; rows.length === 0 || batch.length === BATCH;) {
    batch = await read<Stored>(INVOICES, { after });
    const ids = [...new Set(batch.map(({ contractId }) => contractId))];
    const summaries = await read<InvoiceSummary>(SUMMARIES, { ids });
    const states = new Map(summaries.map((summary) => [summary.number, summary]));
    rows.push(...batch.map((invoice) => cellsOf(invoice, states.get(invoice.number), now)));
    if (batch.length === 0) break;
    after = batch.at(-1)?._id ?? after;
  }
  const csv = stringify(rows, {
    bom: true,
    header: true,
    escape_formulas: true,
    record_delimiter: "windows",
  });
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": contentDisposition("invoices.csv"),
      "Cache-Control": PRIVATE,
    },
  });
}
