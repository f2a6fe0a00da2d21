import type { SanityClient } from "@sanity/client";
import { create as contentDisposition } from "content-disposition";
import type { StoredMessage } from "../forms/contact/schema.server.ts";
import { subscriberKeyOf, unsubscribeUrl } from "../forms/newsletter/subscriber.server.ts";
import { serviceText } from "../model/contact.ts";
import { accountOf } from "../model/contracts/account.ts";
import type { CalendarDate } from "../model/contracts/billing-dates.ts";
import type { ContractDocument } from "../model/contracts/contract-document.ts";
import { frequencyTerms } from "../model/contracts/frequency.ts";
import { PAYMENT_LABELS, paymentMarks, paymentStateOf } from "../model/contracts/payment-state.ts";
import { taxIn } from "../model/contracts/tax.ts";
import { dateOf } from "../model/format.ts";
import { TABLES, type ExportFormat, type TableKind } from "../model/tables.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import type { Clock } from "../platform/clock.ts";
import type { Cell } from "../platform/http/table-cell.ts";
import { tableFile } from "../platform/http/table-file.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { EXPORT_COLUMNS, exportCells } from "./export-columns.ts";

export type Stored = { _id: string } & Record<string, unknown>;

export interface TableSource {
  adminClient: SanityClient;
  /** Key of the reference numbers and of the links to unsubscribe. */
  secret: string;
  publicUrl: string;
  /** Decides which payments are overdue today. */
  clock: Clock;
}

/** What a spreadsheet shows of a contract's money, and its services by name; a paid contract is not suspected. */
function derivedFields(document: Stored, today: CalendarDate): object {
  // The query has null for what a contract lacks.
  const fields = Object.entries(document).filter(([, value]) => value !== null);
  const contract = Object.fromEntries(fields) as Stored & ContractDocument;
  const { payment, status, suspected, services, lines = [] } = contract;
  const frequencies = lines.flatMap(({ frequency }) => (frequency ? [frequencyTerms[frequency].label] : []));
  const state = payment && paymentStateOf(contract, today);
  return {
    services: lines.length > 0 ? lines.map(({ title }) => title) : services,
    suspected: status === "completed" ? "" : suspected,
    money: payment && {
      ...accountOf(contract),
      taxCents: taxIn(lines, "totalCents"),
      frequency: [...new Set(frequencies)],
      state: PAYMENT_LABELS[state ?? "unsigned"],
      marks: paymentMarks(contract),
    },
  };
}

/** A newsletter that is sent with another program needs the link that ends the subscription. */
function unsubscribeField({ secret, publicUrl }: TableSource, { _id }: Stored): object {
  return { unsubscribe: unsubscribeUrl(secret, publicUrl, subscriberKeyOf(_id)) };
}

function cellsOf(source: TableSource, kind: TableKind, document: Stored, today: CalendarDate): Cell[] {
  return exportCells(kind, {
    ...(kind === "questionnaires" ? withWholeUrls(document, source.publicUrl) : document),
    ...(kind === "contracts" ? derivedFields(document, today) : {}),
    ...(kind === "messages" ? { service: serviceText(document as Partial<StoredMessage>) } : {}),
    ...(kind === "subscribers" ? unsubscribeField(source, document) : {}),
    reference: referenceNumber(source.secret, document._id),
  });
}

/**
 * Returns documents of a collection as a file, named as in docs/specification.md, section 7. Throws an AppError when the store does
 * not respond; once a CSV has begun, that aborts the transfer.
 */
export function exportTable(
  source: TableSource,
  kind: TableKind,
  format: ExportFormat,
  documents: AsyncIterable<readonly Stored[]>,
): Promise<Response> {
  const today = dateOf(source.clock());
  async function* parts(): AsyncGenerator<Cell[][]> {
    for await (const part of documents) yield part.map((one) => cellsOf(source, kind, one, today));
  }
  const columns = EXPORT_COLUMNS[kind].map(({ header }) => header);
  return tableFile({ name: TABLES[kind].collection, columns, parts: parts() }, format);
}

/** Returns a questionnaire with the whole address of each of its files, which a stored one has as a path. */
export function withWholeUrls(document: Stored, publicUrl: string): Stored {
  const { additionalInfo } = document as { additionalInfo?: { attachments?: { url?: unknown }[] } };
  if (!Array.isArray(additionalInfo?.attachments)) return document;
  const attachments = additionalInfo.attachments.map((file) =>
    typeof file?.url === "string" ? { ...file, url: new URL(file.url, publicUrl).href } : file,
  );
  return { ...document, additionalInfo: { ...additionalInfo, attachments } };
}

/** Returns a document as a JSON download that is not cached. */
export function jsonDownload(document: unknown, fileName: string): Response {
  return new Response(`${JSON.stringify(document, null, 2)}\n`, {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": contentDisposition(fileName),
      "Cache-Control": PRIVATE,
      "X-Content-Type-Options": "nosniff",
    },
  });
}
