import { setImmediate } from "node:timers/promises";
import { create as contentDisposition } from "content-disposition";
import type { Logger } from "pino";
import type { ContentClients } from "../../../content/client.server.ts";
import { loadPicture } from "../../../content/load-picture.server.ts";
import { readLook } from "../../../content/look.server.ts";
import { brandQuery } from "../../../content/site-query.ts";
import { isAccepted, isDrawn } from "../../../model/contracts/contract-document.ts";
import { receiptNumber } from "../../../model/contracts/payments.ts";
import { contractSheet, sheetOf, type InvoiceView, type Sheet } from "../../../model/contracts/sheet.ts";
import { PRIVATE } from "../../../platform/cache-control.ts";
import type { ReadClient } from "../../../platform/content-store.server.ts";
import type { Env } from "../../../platform/env.server.ts";
import { AppError, isAppError } from "../../../platform/errors.ts";
import { createThrottle } from "../../../platform/rate-limit.server.ts";
import { createWorkQueue } from "../../../platform/work-queue.server.ts";
import { referenceNumber } from "../../../submissions/submission-id.server.ts";
import { findContract, type StoredContract } from "../../store/contract-store.server.ts";
import { invoicedClient, readSeller } from "../invoices/issue.server.ts";

/** The file of the contract itself; those of invoices and receipts have their numbers. */
const CONTRACT_PDF = "contract.pdf";

const pdfOf = (number: string): string => `${number}.pdf`;

/** The files of an order's receipt: the contract and, where a card was charged, its first receipt. */
export const orderPdfs = (contract: StoredContract, reference: string): string[] => [
  CONTRACT_PDF,
  ...((contract.history ?? []).some(({ kind }) => kind === "charged")
    ? [pdfOf(receiptNumber(reference, { count: 1 }))]
    : []),
];

/** Characters that every typeface has: no other text makes it necessary to ask them. */
const PLAIN = /^[\x20-\x7E]*$/;

/** Returns whether the typefaces have every letter of a sheet. */
async function canDraw(sheet: Sheet): Promise<boolean> {
  const { title, number, stateLabel, parties, facts, reason, lines, terms, signature = "" } = sheet;
  const texts = [
    [title, number, stateLabel, reason, ...terms, isDrawn(signature) ? "" : signature],
    parties.flatMap((party) => [party.title, ...party.lines]),
    facts.flatMap(({ label, value }) => [label, value]),
    lines.flatMap(({ description, detail }) => [description, detail]),
  ]
    .flat()
    .join(" ");
  return PLAIN.test(texts) || (await import("./text-runs.server.ts")).canDraw(texts);
}

/** Where the same is a page: an invoice or a receipt by its number, the contract by null. */
export type SheetPage = (number: string | null) => string;

interface PdfDeps {
  readClient: ReadClient;
  clients: Pick<ContentClients, "publicClient" | "readPicture">;
  log: Pick<Logger, "warn">;
  secret: string;
  env: Pick<Env, "redis">;
  /** Returns an invoice or a receipt of a contract, or null. */
  view: (contract: StoredContract, number: string) => Promise<InvoiceView | null>;
  report: (error: unknown) => void;
}

const busy = () => new AppError("unavailable", "Too many PDF files are being drawn.");

/** Invoices, receipts and signed contracts as PDF, drawn when they are asked for: none is stored. */
export function createPdfs({ readClient, clients, log, secret, env, view, report }: PdfDeps) {
  /** One is drawn at a time, in some 10 ms of the processor, and a few wait. */
  const queue = createWorkQueue({ running: 1, waiting: 20, perCaller: 4 }, busy);
  const pages = createThrottle({ name: "pdf", requests: 60, seconds: 600 }, env.redis);

  /** Returns whether there is a file of the contract itself: it is accepted, and can be drawn. */
  async function hasContract(contract: StoredContract): Promise<boolean> {
    const sheet = await sheetFor(contract, CONTRACT_PDF);
    return sheet !== null && canDraw(sheet);
  }

  async function sheetFor(contract: StoredContract, file: string): Promise<Sheet | null> {
    if (!file.endsWith(".pdf")) return null;
    if (file !== CONTRACT_PDF) {
      const found = await view(contract, file.slice(0, -".pdf".length));
      return found && sheetOf(found);
    }
    if (!isAccepted(contract)) return null;
    const client = invoicedClient(contract);
    const seller = await readSeller(readClient);
    return contractSheet(contract, { seller, client, reference: referenceNumber(secret, contract._id) });
  }

  /** Returns the owner's logo as PNG. Null where there is none, or it does not come: the file is drawn all the same. */
  async function readLogo(): Promise<Buffer | null> {
    try {
      const stored = await clients.publicClient.fetch(brandQuery);
      const look = readLook(stored, { now: new Date(), warn: (message) => log.warn(message) });
      return await loadPicture({ services: { clients, log } }, look?.logo?.image);
    } catch (error) {
      report(error);
      return null;
    }
  }

  async function draw(contract: StoredContract, file: string, caller: { key: string; isKnown: boolean }) {
    const sheet = await sheetFor(contract, file);
    if (!sheet) return null;
    const logo = await readLogo();
    // pdfkit takes a tenth of a second to load, which the start of the site need not wait for.
    return queue(caller, async () => {
      const { drawSheet } = await import("./draw-sheet.server.ts");
      // Nothing else waits on the way to here: many at once would be drawn in one go, with every page behind them.
      await setImmediate();
      return drawSheet(sheet, logo);
    });
  }

  /**
   * Returns the response with a file of a contract: 303 to its page where no file can show it, 404, 429 or 503 when there
   * are too many. An admin may open as many as needed, one after the other.
   */
  async function respond(
    contract: StoredContract,
    file: string,
    { key, isKnown = false, page }: { key: string; isKnown?: boolean; page: SheetPage },
  ): Promise<Response> {
    const headers = { "Cache-Control": PRIVATE };
    try {
      if (!isKnown) await pages(key);
      const pdf = await draw(contract, file, { key, isKnown });
      if (!pdf) return new Response("There is no such file.", { status: 404, headers });
      return new Response(new Uint8Array(pdf), {
        headers: {
          ...headers,
          "Content-Type": "application/pdf",
          "Content-Disposition": contentDisposition(file, { type: "inline" }),
          "Referrer-Policy": "same-origin",
          "X-Robots-Tag": "noindex",
          "X-Content-Type-Options": "nosniff",
        },
      });
    } catch (error) {
      // Characters that no typeface has, or a sheet at which the drawing fails: its page shows and prints the same.
      if (!isAppError(error) || error.code === "bad-request") {
        if (!isAppError(error)) report(error);
        const Location = page(file === CONTRACT_PDF ? null : file.slice(0, -".pdf".length));
        return new Response(null, { status: 303, headers: { ...headers, Location } });
      }
      report(error);
      return new Response("The file cannot be made right now. Please try again in a moment.", {
        status: error.status,
        headers: { ...headers, "Retry-After": "30" },
      });
    }
  }

  return {
    respond,

    /** Returns whether an invoice or a receipt can be a file. */
    canShow: (view: InvoiceView): Promise<boolean> => canDraw(sheetOf(view)),

    hasContract,

    /** Returns whether there is a file of the contract with an id. */
    async hasContractWith(id: string | undefined): Promise<boolean> {
      const contract = await findContract(readClient, id);
      return contract !== null && hasContract(contract);
    },

    /** Returns files of a contract for an email, without those that cannot be made. Never throws. */
    async attach(contractId: string, files: readonly string[]) {
      const attachments: { filename: string; content: Buffer; contentType: string }[] = [];
      const contract = await findContract(readClient, contractId).catch(report);
      if (!contract) return attachments;
      for (const filename of files) {
        const content = await draw(contract, filename, { key: "email", isKnown: true }).catch(
          (err: unknown) => {
            log.warn({ id: contractId, filename, err }, "email without its file, which could not be made");
          },
        );
        if (content) attachments.push({ filename, content, contentType: "application/pdf" });
      }
      return attachments;
    },
  };
}
