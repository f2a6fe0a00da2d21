import { clientPair } from "lakelet/testing";
import { startFaultProxy } from "stand-ins/fault-proxy";
import { afterEach, expect, test } from "vitest";
import { handleWebhook } from "../../app/contracts/payment/payments.server.ts";
import { reconcileContract } from "../../app/contracts/payment/reconcile.server.ts";
import { contractId } from "../../app/contracts/store/contract-store.server.ts";
import { systemClock } from "../../app/platform/clock.ts";
import { CARDS, openContractHarness, orderForm } from "../support/contract-harness.ts";
import { opened } from "../support/opened.ts";

// Something between the site and its store answers with a page of its own and status 200.

const harness = opened(openContractHarness);
const proxy = opened(() => startFaultProxy(new URL(harness.lake.origin).origin));
afterEach(() => proxy.clear());

const store = () => ({
  ...clientPair(`${proxy.origin}/lake`, harness.lake.lake.tokens),
  clock: systemClock,
});

async function paidOrder(): Promise<string> {
  const form = orderForm();
  const id = String(form.get("submissionId"));
  await harness.submit(form);
  const { result } = await harness.pay(id, 1_200);
  await harness.confirm("clientSecret" in result ? result.clientSecret : "", CARDS.good);
  return id;
}

test.each([
  ["the order is read", /\/data\/doc\//],
  ["the order is written", /\/data\/mutate\//],
])(
  "when %s: Stripe's event is not taken for done, and delivered again it completes the order",
  async (_, path) => {
    const id = await paidOrder();
    const event = harness.standIn.state.events.findLast(({ type }) => type === "payment_intent.succeeded");
    const payload = JSON.stringify(event);
    const secret = "whsec_pages";
    const signature = harness.stripe.webhooks.generateTestHeaderString({ payload, secret });
    const deliver = () => handleWebhook({ ...store(), stripe: harness.stripe, secret }, payload, signature);
    void proxy.fail({ path, fault: { kind: "status", status: 200, body: "<html>" } });
    await expect(deliver()).rejects.toMatchObject({ code: "unavailable" });
    expect((await harness.stored(id)).status).toBe("pending");
    proxy.clear();
    await deliver();
    expect((await harness.stored(id)).status).toBe("completed");
  },
);

test("when the browser is back: nobody is told that there is no such order", async () => {
  const id = contractId(await paidOrder());
  void proxy.fail({ path: /\/data\//, fault: { kind: "status", status: 200, body: "<html>" } });
  await expect(reconcileContract(store(), harness.stripe, id)).rejects.toMatchObject({ code: "unavailable" });
});
