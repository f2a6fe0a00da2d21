import { join } from "node:path";
import type Stripe from "stripe";
import { noteRead } from "../../content/load.server.ts";
import type { PageContent } from "../../platform/cache-control.ts";
import { dateOf } from "../../model/format.ts";
import { storeError } from "../../platform/content-store.server.ts";
import type { FormDeps } from "../../submissions/form-action.server.ts";
import { orderQuery, type OrderFeatures, type OrderPage, type OrderPageData } from "./order-query.ts";
import { agreedPolicy, type ContractDeps } from "./place-contract.server.ts";
import { createPriceList, findCoupon } from "./prices.server.ts";

export type OrderContext = ContractDeps & OrderFeatures;

interface OrderContextDeps extends FormDeps {
  stripe: Stripe | null;
  report: (error: unknown) => void;
}

/** What an order is checked and priced against: the prices, policy and switches of the site at this moment. */
export function createOrderContext({ env, log, secret, clients, clock, stripe, report }: OrderContextDeps) {
  const { freshClient, readClient, writeClient } = clients;
  const priceList = createPriceList({ client: freshClient, directory: join(env.dataDir, "queue"), log });

  function contextOf(page: OrderPageData): OrderContext {
    const now = clock();
    return {
      readClient,
      writeClient,
      clock,
      secret,
      stripe,
      catalogue: page.catalogue,
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
      try {
        const page = await priceList.read();
        return { ...page, today: dateOf(clock()), policyHash: agreedPolicy(page.policy).hash };
      } catch (cause) {
        report(storeError(cause));
        throw new Response("Content is unavailable.", { status: 503, headers: { "Retry-After": "30" } });
      }
    },

    /** Reads past any cache. Throws the store's AppErrors. */
    read: async (): Promise<OrderContext> => contextOf(await priceList.read()),

    /** As `read`; while the content store is away, with the last known prices and policy. */
    async readOrLast(): Promise<OrderContext & { isStoreAway: boolean }> {
      const { page, isLast } = await priceList.readOrLast();
      return { ...contextOf(page), isStoreAway: isLast };
    },
  };
}
