import { join } from "node:path";
import type Stripe from "stripe";
import { noteRead } from "../../content/load.server.ts";
import { readCatalogue } from "../../model/contracts/services.ts";
import { readTax } from "../../model/contracts/tax.ts";
import { dateOf } from "../../model/format.ts";
import type { PageContent } from "../../platform/cache-control.ts";
import { orUnavailable, throwStoreError } from "../../platform/content-store.server.ts";
import { AppError } from "../../platform/errors.ts";
import { createLastKnown } from "../../platform/last-known.server.ts";
import type { FormDeps } from "../../submissions/form-action.server.ts";
import { orderQuery, type OrderFeatures, type OrderPage, type OrderPageData } from "./order-query.ts";
import { agreedPolicy, type ContractDeps } from "./place-contract.server.ts";
import { findCoupon } from "./prices.server.ts";

export interface OrderContext extends ContractDeps, OrderFeatures {
  /** Whether the owner has switched the public form off. */
  isOff: boolean;
}

interface OrderContextDeps extends FormDeps {
  stripe: Stripe | null;
  report: (error: unknown) => void;
}

/**
 * What an order is checked and priced against: the prices, policy and switches of the site at this moment, and what they were when the
 * content store last answered, for orders that arrive while it is away.
 */
export function createOrderContext({ env, log, secret, clients, clock, stripe, report }: OrderContextDeps) {
  const { freshClient, readClient, writeClient } = clients;
  const last = createLastKnown<OrderPageData>(join(env.dataDir, "queue", "price-list.json"), (error) =>
    log.error({ form: "contract", err: error }, "price list not kept"),
  );

  /** Reads past any cache, without services that cannot be ordered. Throws the store's AppErrors. */
  async function readPage(): Promise<OrderPageData> {
    const page = await freshClient.fetch<OrderPageData | undefined>(orderQuery).catch(throwStoreError);
    if (!Array.isArray(page?.catalogue))
      throw new AppError("unavailable", "The content store returned no data.");
    const { catalogue, leftOut } = readCatalogue(page.catalogue);
    for (const service of leftOut) log.error({ form: "contract", ...service }, "order service left out");
    const orderable = { ...page, catalogue };
    last.keep(orderable);
    return orderable;
  }

  function contextOf(page: OrderPageData): OrderContext {
    const now = clock();
    return {
      readClient,
      writeClient,
      clock,
      secret,
      stripe,
      isOff: page.intro === null,
      catalogue: page.catalogue,
      tax: readTax(page.payment?.tax),
      policy: agreedPolicy(page.policy),
      findCoupon: (code) => findCoupon(readClient, code, now),
      now,
      ...page.features,
    };
  }

  return {
    /** Returns the content of the order page. Throws a 503 Response when the content store does not answer. */
    async loadPage(cache?: PageContent): Promise<OrderPage> {
      if (cache) noteRead(cache, orderQuery);
      const page = await orUnavailable(readPage(), report);
      return { ...page, today: dateOf(clock()), policyHash: agreedPolicy(page.policy).hash };
    },

    /** Throws like `readPage`. */
    read: async (): Promise<OrderContext> => contextOf(await readPage()),

    /** As `read`; while the content store is unavailable, with what it last answered to this machine. */
    async readOrLast(): Promise<OrderContext & { isStoreAway: boolean }> {
      const { value, isStoreAway } = await last.orLast(readPage);
      return { ...contextOf(value), isStoreAway };
    },
  };
}
