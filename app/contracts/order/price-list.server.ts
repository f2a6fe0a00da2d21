import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { storeError, type ReadClient } from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import { readCatalogue } from "../../model/contracts/catalogue.ts";
import { orderQuery, type OrderPageData } from "./order-query.ts";
import type { CatalogueEntry } from "../../model/contracts/pricing.ts";

/** Returns the version of a price list: the same for the same services, kinds and prices in any order. */
export function priceListVersion(catalogue: readonly CatalogueEntry[]): string {
  const prices = catalogue.map(({ serviceId, kind, priceCents }) => [serviceId, kind, priceCents].join(":"));
  return createHash("sha256").update(prices.sort().join()).digest("hex").slice(0, 12);
}

interface PriceListDeps {
  client: Pick<ReadClient, "fetch">;
  /** Where the last price list is kept for orders that arrive while the content store is away. */
  directory: string;
  log: Pick<Logger, "error">;
}

/** The data of the order form, and what it was when the content store last answered. */
export function createPriceList({ client, directory, log }: PriceListDeps) {
  const path = join(directory, "price-list.json");
  let last: string | null = null;

  /** Keeps the page in memory and, when it has changed, on the disk. */
  function keep(page: OrderPageData): void {
    const text = JSON.stringify(page);
    if (text === last) return;
    last = text;
    try {
      mkdirSync(directory, { recursive: true });
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, text);
      renameSync(draft, path);
    } catch (error) {
      log.error({ form: "contract", err: error }, "price list not kept");
    }
  }

  function readLast(): OrderPageData | null {
    try {
      last ??= readFileSync(path, "utf8");
      return JSON.parse(last) as OrderPageData;
    } catch {
      return null;
    }
  }

  /** Returns the data of the order form past any cache, without services that cannot be ordered. Throws the store's AppErrors. */
  async function read(): Promise<OrderPageData> {
    const page = await client.fetch<OrderPageData | undefined>(orderQuery).catch((cause: unknown) => {
      throw storeError(cause);
    });
    if (!Array.isArray(page?.catalogue))
      throw new AppError("unavailable", "The content store returned no data.");
    const { catalogue, leftOut } = readCatalogue(page.catalogue);
    for (const service of leftOut) log.error({ form: "contract", ...service }, "order service left out");
    const orderable = { ...page, catalogue };
    keep(orderable);
    return orderable;
  }

  return {
    read,
    /** As `read`; while the store is unavailable, what it last answered to this machine. */
    async readOrLast(): Promise<{ page: OrderPageData; isLast: boolean }> {
      try {
        return { page: await read(), isLast: false };
      } catch (cause) {
        const error = storeError(cause);
        const page = error.code === "unavailable" ? readLast() : null;
        if (!page) throw error;
        return { page, isLast: true };
      }
    },
  };
}
