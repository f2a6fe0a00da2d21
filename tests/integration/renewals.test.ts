import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { renewedToken } from "../../app/contracts/store/private-links.server.ts";
import { addDays, addMonths } from "../../app/model/contracts/billing-dates.ts";
import { pageToken, postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { orderVisitor } from "../support/order-visitor.ts";
import { kinds, noon, startRenewals } from "../support/renewals.ts";

// What renews, as its client sees and ends it: over HTTP, without scripts, with Stripe and without.

const site = opened(() => startRenewals("2027-01-31"));
afterEach(() => {
  site.standIn.heal();
  site.standIn.disturb({});
  expect(site.standIn.state.unknownRequests.splice(0)).toEqual([]);
});

describe("a contract by invoice", () => {
  test("is reminded, cancelled and ends without a further invoice", async () => {
    const uuid = await site.order("invoice", "biannually");
    const endsOn = addMonths(site.today(), 6);
    expect(await site.page(uuid)).toMatch(/By invoice , every 6 months \$648\.00/);
    await site.goTo(addDays(endsOn, -30));
    expect(await site.emails(uuid)).toContain("reminder");
    expect((await site.press(uuid, "card")).status).toBe(409);
    expect(await (await site.press(uuid, "cancel")).text()).toContain("Your services are cancelled.");
    await site.press(uuid, "keep");
    expect((await site.stored(uuid)).payment.schedule).toMatchObject([{ nextDate: endsOn }]);
    await site.press(uuid, "cancel");
    await site.goTo(addDays(endsOn, 10));
    const contract = await site.stored(uuid);
    expect(contract.invoices).toHaveLength(1);
    expect(contract.cancellation).toMatchObject({ endsOn, endedAt: expect.stringMatching(/^20/) });
    expect(await site.emails(uuid)).toContain("cancelled");
  });
});

describe("a contract by card", () => {
  test("shows its next charge, reminds before it and sends a receipt after it", async () => {
    // The (0) is for callers within the country.
    const phone = "+49 (0) 171 123 45 67";
    const uuid = await site.order("stripe", "biannually", { "contactInfo.phone": phone });
    await site.standIn.settled();
    expect(site.standIn.state.all("customer").at(-1)?.phone).toBe("+49 171 1234567");
    const start = site.today();
    const renewsOn = addMonths(start, 6);
    const shown = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
    const next = `Next payments ${shown.format(new Date(renewsOn))} Charged to your Visa ending in 4242 , every 6 months $648.00`;
    expect(await site.page(uuid)).toContain(next);
    const link = site.linkOf(uuid);
    await site.goTo(addDays(renewsOn, -31));
    expect(await site.emails(uuid)).not.toContain("reminder");
    // 150 days without any change: the link of services that run does not end.
    expect((await fetch(link)).status).toBe(200);
    await site.goTo(addDays(renewsOn, -30));
    await site.goTo(addDays(renewsOn, -29));
    expect((await site.emails(uuid)).filter((kind) => kind === "reminder")).toHaveLength(1);
    await site.goTo(addDays(renewsOn, 1));
    const contract = await site.stored(uuid);
    expect(contract.payment).toMatchObject({
      receivedAmount: 66_000 + 64_800,
      card: { brand: "visa", last4: "4242" },
      schedule: [{ frequency: "biannually", nextDate: addMonths(start, 12) }],
    });
    expect(kinds(contract)).toEqual(["placed", "charged", "renewal-reminded", "charged"]);
    expect(await site.emails(uuid)).toContain("charged");
  });

  test("is cancelled, kept and cancelled by its client, and ends with its period", async () => {
    const uuid = await site.order("stripe", "monthly");
    const endsOn = addMonths(site.today(), 1);
    expect(await site.page(uuid)).toContain("Yes, cancel my services");
    const cancelled = await site.press(uuid, "cancel");
    expect([cancelled.status, await cancelled.text()]).toEqual([
      200,
      expect.stringContaining("We are sending you a confirmation by email."),
    ]);
    expect(await site.stored(uuid)).toMatchObject({
      paymentState: "paid",
      cancellation: { by: "client", endsOn, revocableUntil: endsOn, endedAt: "" },
      payment: { schedule: [{ amountCents: 12_000 }] },
    });
    expect((await site.stored(uuid)).payment.schedule[0]).not.toHaveProperty("nextDate");
    expect((await site.press(uuid, "cancel")).status).toBe(200);
    expect(await (await site.press(uuid, "keep")).text()).toContain("Your services continue as before.");
    expect((await site.press(uuid, "keep")).status).toBe(200);
    expect(await site.stored(uuid)).toMatchObject({
      cancellation: null,
      payment: { schedule: [{ nextDate: endsOn }] },
    });

    await site.goTo(addDays(site.today(), 2));
    await site.press(uuid, "cancel");
    await site.goTo(addDays(endsOn, 40));
    expect(site.charges(uuid)).toHaveLength(1);
    const contract = await site.stored(uuid);
    expect(contract).toMatchObject({ paymentState: "cancelled", subscription: { status: "canceled" } });
    expect(kinds(contract)).toEqual([
      "placed",
      "charged",
      "cancellation-requested",
      "cancellation-revoked",
      "cancellation-requested",
      "cancelled",
    ]);
    expect(await site.emails(uuid)).toEqual(
      expect.arrayContaining(["cancellation-requested", "cancellation-revoked", "cancelled"]),
    );
    expect((await site.press(uuid, "keep")).status).toBe(409);
  });

  test("with services of two lengths ends with the longer, charging nothing more", async () => {
    const uuid = await site.order("stripe", "annually", {
      "services.databaseManagement.selected": "on",
      "services.databaseManagement.paymentFrequency": "monthly",
    });
    const [monthEnd, yearEnd] = [addMonths(site.today(), 1), addMonths(site.today(), 12)];
    await site.press(uuid, "cancel");
    expect(await site.stored(uuid)).toMatchObject({
      cancellation: { endsOn: yearEnd, revocableUntil: monthEnd, confirmedAt: expect.stringMatching(/^20/) },
    });
    await site.goTo(addDays(monthEnd, 1));
    expect(await site.page(uuid)).not.toContain("Keep my services");
    expect((await site.press(uuid, "keep")).status).toBe(409);
    await site.goTo(addDays(yearEnd, 1));
    expect(site.charges(uuid)).toHaveLength(1);
    expect(await site.stored(uuid)).toMatchObject({ paymentState: "cancelled" });
  });

  test("is cancelled although Stripe does not answer; what it charges before it hears is refunded", async () => {
    const uuid = await site.order("stripe", "monthly");
    const endsOn = addMonths(site.today(), 1);
    await site.goTo(addDays(endsOn, -3));
    void site.standIn.fail({ method: "GET", path: /subscriptions/, kind: "status", status: 500, times: 50 });
    void site.standIn.fail({ method: "POST", path: /subscriptions/, kind: "status", status: 500, times: 50 });
    const answer = await site.press(uuid, "cancel");
    expect(await answer.text()).toContain("We have your cancellation");
    expect(await site.stored(uuid)).toMatchObject({ cancellation: { endsOn, confirmedAt: "" } });
    const kept = await Promise.all([site.press(uuid, "keep"), site.press(uuid, "keep")]);
    expect(kept.map(({ status }) => status)).toEqual([503, 503]);
    await site.goTo(addDays(site.today(), 1));
    expect(await site.emails(uuid)).not.toContain("cancellation-requested");
    // The renewal comes before the site reaches Stripe again.
    site.standIn.advanceTo(noon(endsOn));
    await site.standIn.settled();
    expect(site.charges(uuid)).toHaveLength(2);
    site.standIn.heal();
    await site.goTo(addDays(endsOn, 1));
    expect(site.charges(uuid).map(({ refunded }) => refunded)).toEqual([false, true]);
    const contract = await site.stored(uuid);
    expect(contract).toMatchObject({
      cancellation: { endedAt: expect.stringMatching(/^20/) },
      payment: { refundedAmount: 12_000 },
    });
    expect(kinds(contract).toSorted()).toEqual(
      ["placed", "charged", "cancellation-requested", "charged", "cancelled", "refunded"].toSorted(),
    );
    // It is told with the end, which came at the same time.
    const emails = await site.emails(uuid);
    expect([emails.includes("cancelled"), emails.includes("cancellation-requested")]).toEqual([true, false]);
    await site.goTo(addDays(endsOn, 70));
    expect(site.charges(uuid)).toHaveLength(2);
  });

  test.each(["lost", "repeated and in reverse"])("comes out the same when events are %s", async (how) => {
    site.standIn.disturb(how === "lost" ? { drop: /./ } : { times: 2, hold: true });
    const uuid = await site.order("stripe", "monthly");
    site.standIn.advanceTo(noon(addMonths(site.today(), 1)));
    const [first, renewal] = site.charges(uuid);
    expect([first, renewal].map((charge) => charge?.status)).toEqual(["succeeded", "succeeded"]);
    for (const charge of [first, renewal]) {
      const body = new URLSearchParams({ payment_intent: String(charge?.payment_intent), amount: "500" });
      const headers = { authorization: "Bearer sk_test" };
      await fetch(`${site.standIn.origin}/v1/refunds`, { method: "POST", body, headers });
    }
    const disputed = `${site.standIn.origin}/test/dispute/${String(renewal?.payment_intent)}`;
    await fetch(disputed, { method: "POST" });
    const subscription = site.standIn.state
      .all("subscription")
      .find(({ customer }) => customer === first?.customer);
    // The owner ends it in Stripe's dashboard.
    await fetch(`${site.standIn.origin}/v1/subscriptions/${subscription?.id}`, {
      method: "POST",
      headers: { authorization: "Bearer sk_test" },
      body: new URLSearchParams({ cancel_at_period_end: "true" }),
    });
    await site.standIn.release({ newestFirst: true });
    await site.goTo(addDays(addMonths(site.today(), 1), 1));
    const contract = await site.stored(uuid);
    expect(contract).toMatchObject({
      status: "completed",
      cancellation: { by: "Stripe", endedAt: "" },
      payment: { receivedAmount: 13_200 + 12_000, refundedAmount: 1_000, disputed: true },
    });
    const keys = contract.history?.map(({ _key }) => _key) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
    expect(kinds(contract).toSorted()).toEqual(
      [
        "placed",
        "charged",
        "charged",
        "refunded",
        "refunded",
        "disputed",
        "cancellation-requested",
      ].toSorted(),
    );
    expect(await site.page(uuid)).not.toContain("Keep my services");
    expect((await site.press(uuid, "keep")).status).toBe(409);
    expect(await site.stored(uuid)).toMatchObject({ cancellation: { by: "Stripe" } });
  });
});

describe("the order page", () => {
  test("takes changes from its own pages only, over a link that holds, and not without end", async () => {
    const uuid = await site.order("stripe", "monthly");
    expect((await site.press(uuid, "cancel", { origin: "https://evil.example" })).status).toBe(403);
    const nothing = await site.press(uuid, "pay-all");
    expect([nothing.status, await nothing.text()]).toEqual([
      409,
      expect.stringContaining("nothing more to pay"),
    ]);
    const old = `${site.origin}/order/${renewedToken(site.secret, uuid, noon(addDays(site.today(), -91)))}`;
    // As long as services run, their client has to reach them.
    expect((await fetch(old)).status).toBe(200);
    const nobody = `${site.origin}/order/${renewedToken("another secret of sixteen", uuid, noon(site.today()))}`;
    expect((await postForm(nobody, { intent: "cancel" })).status).toBe(404);
    expect((await site.stored(uuid)).cancellation ?? null).toBeNull();
    await site.press(uuid, "cancel");
    await site.goTo(addDays(addMonths(site.today(), 1), 1));
    // Ninety days after the last of what happened.
    expect((await fetch(old)).status).toBe(200);
    await site.goTo(addDays(site.today(), 92));
    const ended = await postForm(old, { intent: "keep" });
    expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining("nothing was changed")]);
    let last = 200;
    for (let round = 0; round < 31 && last !== 429; round++) last = (await site.press(uuid, "cancel")).status;
    expect(last).toBe(429);
  });

  test("shows nothing that renews on an order without it", async () => {
    const submissionId = randomUUID();
    const visitor = orderVisitor(site.origin, site.standIn.origin, {
      ...(await pageToken(site.origin)),
      submissionId,
    });
    await visitor.startOver();
    expect(await site.page(submissionId)).not.toContain("Next payments");
  });
});
