import { invalid } from "./errors.ts";
import { subscriptionOf } from "./invoice-payments.ts";
import { integer, text, type Params } from "./params.ts";
import { newId, type StripeObject, type StripeState } from "./state.ts";
import { cancelSubscription, collect, isEnded, itemsOf, renew } from "./subscriptions.ts";

// At Stripe a test clock belongs to the customers that name it. Here one clock stops the time of the whole stand-in, so that
// the site's own calls, which name no clock, run as they are.

const INCOMPLETE_FOR_S = 23 * 60 * 60;

interface Due {
  at: number;
  run(): void;
}

/** What time alone does to a subscription, the end before a renewal at the same moment. */
function dueOf(state: StripeState, subscription: StripeObject): Due[] {
  const end = () => cancelSubscription(state, subscription);
  if (subscription.status === "incomplete")
    return [{ at: (subscription.created as number) + INCOMPLETE_FOR_S, run: end }];
  const renewsAt = Math.min(...itemsOf(subscription).map((item) => item.current_period_end));
  const endsAt = subscription.cancel_at as number | null;
  return [
    ...(endsAt === null ? [] : [{ at: endsAt, run: end }]),
    { at: renewsAt, run: () => renew(state, subscription) },
  ];
}

function nextDue(state: StripeState): Due | undefined {
  const running = state.all("subscription").filter((subscription) => !isEnded(subscription));
  const retries = state.all("invoice").flatMap((invoice): Due[] => {
    const subscription = subscriptionOf(state, invoice);
    const at = invoice.next_payment_attempt as number | null;
    if (!subscription || isEnded(subscription) || at === null || invoice.status !== "open") return [];
    return [{ at, run: () => collect(state, subscription, invoice) }];
  });
  return [...running.flatMap((subscription) => dueOf(state, subscription)), ...retries].toSorted(
    (a, b) => a.at - b.at,
  )[0];
}

/** Moves the time on and does everything that falls due until then, in order. */
export function advanceTo(state: StripeState, to: number): void {
  for (let due = nextDue(state); due && due.at <= to; due = nextDue(state)) {
    state.frozenAt = Math.max(state.now(), due.at);
    due.run();
  }
  state.frozenAt = to;
}

/** POST /v1/test_helpers/test_clocks */
export function createTestClock(state: StripeState, params: Params): StripeObject {
  const time = integer(params, "frozen_time");
  state.frozenAt = time;
  return state.put({
    id: newId("clock"),
    object: "test_helpers.test_clock",
    created: time,
    frozen_time: time,
    livemode: false,
    name: text(params, "name") ?? null,
    status: "ready",
  });
}

/** POST /v1/test_helpers/test_clocks/:id/advance */
export function advanceTestClock(state: StripeState, clock: StripeObject, params: Params): StripeObject {
  const time = integer(params, "frozen_time");
  if (time <= state.now()) throw invalid("frozen_time", "A test clock can only be advanced to the future.");
  advanceTo(state, time);
  clock.frozen_time = time;
  return clock;
}

/** DELETE /v1/test_helpers/test_clocks/:id: the time is the real one again. */
export function deleteTestClock(state: StripeState, { id }: StripeObject): object {
  state.frozenAt = null;
  state.objects.delete(id);
  return { id, object: "test_helpers.test_clock", deleted: true };
}
