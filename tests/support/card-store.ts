import { cardSite, cardSiteDataDir } from "./e2e.ts";
import { lakeClient, lakeTokens } from "./site.ts";

export interface Order {
  _id: string;
  status: string;
  paymentState?: string;
  total: number;
  couponCode: string;
  customServices: { description: string; price: number }[];
  payment: {
    amountDueToday: number;
    couponDiscount: number;
    stripePaymentIntent: string;
    subscriptionId: string;
  };
  subscription: { status: string } | null;
}

/** An editor's client of the card site's lake. */
export async function cardStore() {
  const { write } = lakeTokens(await cardSiteDataDir());
  return lakeClient({ origin: cardSite }, write);
}

export async function cardOrdersOf(email: string): Promise<Order[]> {
  return (await cardStore()).fetch<Order[]>(`*[_type == "contract" && contactInfo.email == $email]`, {
    email,
  });
}

/** Removes the browser's console message about a response that the test expects. */
export function forget(troubles: string[], words: string): void {
  troubles.splice(0, troubles.length, ...troubles.filter((trouble) => !trouble.includes(words)));
}
