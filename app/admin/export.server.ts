import type { Clock } from "../platform/clock.ts";
import { Readable } from "node:stream";
import type { SanityClient } from "@sanity/client";
import { create as contentDisposition } from "content-disposition";
import { stringify } from "csv-stringify";
import { PRIVATE } from "../platform/cache-control.ts";
import { CSV_FORMAT, csvHeaders } from "../platform/http/csv.server.ts";
import { referenceNumber } from "../submissions/submission-id.server.ts";
import { readParts, type PartsQuery } from "../platform/content-store.server.ts";
import { subscriberKeyOf, unsubscribeUrl } from "../forms/newsletter/subscriber.server.ts";
import { serviceText } from "../model/contact.ts";
import type { StoredMessage } from "../forms/contact/schema.server.ts";
import { dateOf } from "../model/format.ts";
import type { ContractDocument } from "../model/contracts/contract-document.ts";
import { accountOf } from "../model/contracts/account.ts";
import { frequencyTerms } from "../model/contracts/frequency.ts";
import { PAYMENT_LABELS, paymentMarks, paymentStateOf } from "../model/contracts/payment-state.ts";
import { CSV_COLUMNS, csvCells } from "./csv.ts";
import { TABLES, type TableKind } from "../model/tables.ts";

/** Documents per query, so that an export of any length needs little memory. */
const PART_SIZE = 500;

type Stored = { _id: string } & Record<string, unknown>;

type Exported = Omit<PartsQuery, "size">;

export interface TableSource {
  adminClient: SanityClient;
  /** Key of the reference numbers and of the links to unsubscribe. */
  secret: string;
  publicUrl: string;
  /** Decides which payments are overdue today. */
  clock: Clock;
}

/** What a spreadsheet shows of a contract's money, and its services by name; a paid contract is not suspected. */
function derivedFields(document: Stored, now: Date): object {
  const contract = document as Stored & ContractDocument;
  const { payment, status, suspected, services, lines = [] } = contract;
  const frequencies = lines.flatMap(({ frequency }) => (frequency ? [frequencyTerms[frequency].label] : []));
  const state = payment && paymentStateOf(contract, dateOf(now));
  return {
    services: lines.length > 0 ? lines.map(({ title }) => title) : services,
    suspected: status === "completed" ? "" : suspected,
    money: payment && {
      ...accountOf(contract),
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

function cellsOf(source: TableSource, kind: TableKind, document: Stored): string[] {
  return csvCells(kind, {
    ...document,
    ...(kind === "contracts" ? derivedFields(document, source.clock()) : {}),
    ...(kind === "messages" ? { service: serviceText(document as Partial<StoredMessage>) } : {}),
    ...(kind === "subscribers" ? unsubscribeField(source, document) : {}),
    reference: referenceNumber(source.secret, document._id),
  });
}

/**
 * Returns documents of a collection as CSV, the file named as in docs/specification.md, section 7, and streamed while it is read. Cells that a
 * spreadsheet would take for a formula are escaped. The first part is read before the response starts, so that an outage
 * throws an AppError; a later one aborts the transfer.
 */
export async function exportCsv(source: TableSource, kind: TableKind, asked: Exported): Promise<Response> {
  const parts = readParts<Stored>(source.adminClient, { ...asked, size: PART_SIZE });
  const first = await parts.next();
  async function* cells(): AsyncGenerator<string[]> {
    for (let part = first; !part.done; part = await parts.next())
      for (const document of part.value) yield cellsOf(source, kind, document);
  }
  const rows = Readable.from(cells());
  const csv = stringify({
    ...CSV_FORMAT,
    columns: CSV_COLUMNS[kind].map(({ header }) => header),
  });
  rows.on("error", (error) => csv.destroy(error));
  csv.on("close", () => rows.destroy());
  return new Response(Readable.toWeb(rows.pipe(csv)) as ReadableStream<Uint8Array>, {
    headers: csvHeaders(`${TABLES[kind].collection}.csv`),
  });
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
