import { randomUUID } from "node:crypto";
import { clientFor } from "lakelet/testing";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { changeOffer } from "../../app/contracts/offer/offers.server.ts";
import { reconcileContract } from "../../app/contracts/payment/reconcile.server.ts";
import { ABANDONED_AFTER_MS } from "../../app/contracts/payment/sweep.server.ts";
import {
  findOffer,
  offerId,
  uuidOfContract,
  viewOffer,
} from "../../app/contracts/store/find-offer.server.ts";
import { offerToken, readOfferToken } from "../../app/contracts/store/private-links.server.ts";
import { offerTotals } from "../../app/model/contracts/offer.ts";
import { CARDS } from "../support/contract-harness.ts";
import { offerHooks } from "../support/contract-hooks.ts";
import { adminForm, clientForm } from "../support/offer-harness.ts";

const { harness, offers } = offerHooks({ mayReport: true });

const DAY = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);
const secret = () => harness.context().secret;

// 2 × 342.00 for the first quarter, 1,250.00 for the logo, 50.00 off.
const DUE = 2 * 34_200 + 125_000 - 5_000;
const TOTAL = 2 * 136_800 + 125_000 - 5_000;

describe("an admin's form", () => {
  test("becomes a contract that waits for its client, with the prices of its day", async () => {
    const { id } = await offers.offered();
    expect(id).toMatch(/^adminContract\.[0-9a-f-]{36}$/);
    expect(await offers.stored(id)).toMatchObject({
      _type: "adminContract",
      status: "pending",
      agreedToTerms: false,
      adminStatus: "new",
      couponCode: "FIFTY",
      total: TOTAL,
      services: {
        websiteMaintenance: { selected: true, quantity: 2, paymentFrequency: "quarterly" },
        domainSetup: { selected: false },
      },
      customServices: [{ description: "A logo", price: 125_000 }],
      payment: { paymentStatus: "pending", amountDueToday: DUE, couponDiscount: 5_000 },
      offer: {
        version: 1,
        revokedAt: "",
        createdBy: "admin@example.com",
        catalogue: [{ serviceId: "websiteMaintenance", priceCents: 12_000, kind: "monthly" }],
        coupon: { code: "FIFTY", centsOff: 5_000 },
      },
    });
    expect(await clientFor(harness.lake.origin).getDocument(id)).toBeUndefined();
  });

  test("sent twice is one contract", async () => {
    const form = adminForm();
    const [first, second] = [await offers.create(form), await offers.create(form)];
    expect(first).toEqual(second);
  });

  test.each([
    [{ "contactInfo.firstName": "-" }, "contactInfo.firstName", "First name is required"],
    [{ "services.websiteMaintenance.quantity": "0" }, "services.websiteMaintenance.quantity", ""],
    [
      { "services.websiteMaintenance.quantity": "1.5" },
      "services.websiteMaintenance.quantity",
      "Enter a whole number",
    ],
    [
      { "customServices[0].price": "much" },
      "customServices[0].price",
      "Enter a price in dollars, such as 1,250.00",
    ],
    [
      { "customServices[0].price": "0" },
      "customServices[0].price",
      "Enter a price in dollars, such as 1,250.00",
    ],
    [{ "customServices[0].description": "-" }, "customServices[0].description", "Description is required"],
    [{ couponCode: "NONE" }, "couponCode", "This coupon code is not valid."],
  ] as [Record<string, string>, string, string][])(
    "%j is refused at its place",
    async (fields, name, message) => {
      const answer = await offers.create(adminForm(fields));
      expect(answer).toMatchObject({ result: { status: "open" }, status: 422 });
      const errors = answer.result.status === "open" ? answer.result.submission.error : null;
      expect(errors?.[name]?.join()).toContain(message);
    },
  );

  test("with nothing in it is refused", async () => {
    const form = adminForm({
      "services.websiteMaintenance.selected": "-",
      "customServices[0].description": "-",
      "customServices[0].price": "-",
    });
    expect(await offers.create(form)).toMatchObject({
      result: { submission: { error: { services: ["Please select at least one service."] } } },
    });
  });
});

describe("a private link", () => {
  test("is opaque, and leads only where it was made for", async () => {
    const { id, token } = await offers.offered();
    expect(token).toMatch(/^[\w-]{48}$/);
    expect((await findOffer(harness.lake.client, secret(), token))?._id).toBe(id);
    const flipped = token.slice(0, 5) + (token[5] === "A" ? "B" : "A") + token.slice(6);
    for (const wrong of ["", "x", flipped, `${token}A`, token.slice(1)]) {
      expect(readOfferToken(secret(), wrong)).toBeNull();
    }
    expect(readOfferToken("another secret of sixteen", token)).toBeNull();
    const nobody = offerToken(secret(), { uuid: randomUUID(), version: 1 });
    expect(await findOffer(harness.lake.client, secret(), nobody)).toBeNull();
  });

  test("shows what the admin put together, at the same price", async () => {
    const { id, token } = await offers.offered();
    const contract = await findOffer(harness.lake.client, secret(), token);
    const view = viewOffer(contract!, token, new Date());
    expect(view).toMatchObject({ state: "open", uuid: uuidOfContract(id) });
    expect(view.fields).toContainEqual(["contactInfo.firstName", "Ada"]);
    expect(offerTotals(view)).toMatchObject({ totalCents: TOTAL, dueTodayCents: DUE });
  });

  test("is closed when revoked, replaced or expired; a new one opens it again", async () => {
    const { id, token } = await offers.offered();
    const closed = {
      status: 410,
      result: { status: "failed", message: "This link is no longer valid. Please ask us for a new one." },
    };
    expect(await offers.accept(clientForm(), token, { now: inDays(15) })).toMatchObject(closed);
    expect(await changeOffer(harness.store, id, { kind: "revoke" })).toBe(true);
    expect(await offers.accept(clientForm(), token)).toMatchObject(closed);
    expect(await changeOffer(harness.store, id, { kind: "renew", days: 7 })).toBe(true);
    expect(await offers.accept(clientForm(), token)).toMatchObject(closed);
    const renewed = offerToken(secret(), { uuid: uuidOfContract(id), version: 2 });
    expect((await offers.accept(clientForm(), renewed)).status).toBe(200);
    expect(await changeOffer(harness.store, id, { kind: "revoke" })).toBe(false);
    expect(await changeOffer(harness.store, offerId(randomUUID()), { kind: "revoke" })).toBe(false);
  });

  test("waits as long as its date says: the sweep leaves it alone until the client has agreed", async () => {
    const { id, token } = await offers.offered();
    const later = ABANDONED_AFTER_MS + 1000;
    await harness.sweep(later);
    expect((await offers.stored(id)).status).toBe("pending");
    await offers.accept(clientForm({ paymentMethod: "stripe" }), token);
    await harness.sweep(later);
    expect((await offers.stored(id)).status).toBe("error");
  });
});

describe("the client", () => {
  let id: string;
  let token: string;
  beforeEach(async () => {
    ({ id, token } = await offers.offered());
  });

  test("signs and takes the invoice; the same sent again changes nothing", async () => {
    expect(await offers.accept(clientForm(), token)).toMatchObject({
      status: 200,
      result: { status: "placed", paymentMethod: "invoice", dueTodayCents: DUE },
    });
    const first = await offers.stored(id);
    expect(first).toMatchObject({
      status: "invoice",
      agreedToTerms: true,
      agreedPolicy: { version: "3.0" },
      signature: "Ada Lovelace",
      contactInfo: { phone: "(212) 555-0142" },
      payment: { paymentStatus: "invoice" },
      offer: { version: 1 },
    });
    expect((await offers.accept(clientForm(), token)).status).toBe(200);
    expect(await offers.stored(id)).toEqual(first);
    expect((await offers.accept(clientForm({ "contactInfo.firstName": "Grace" }), token)).status).toBe(409);
  });

  test("can change nothing but contact, signature, agreement and payment", async () => {
    const before = await offers.stored(id);
    const form = clientForm({
      "services.ecommerce20.selected": "on",
      "services.websiteMaintenance.quantity": "1",
      "customServices[0].price": "1",
      couponCode: "GIFT",
      wish: "More",
      total: "1",
      status: "completed",
      "offer.expiresAt": "2999-01-01",
      submissionId: randomUUID(),
    });
    expect((await offers.accept(form, token)).status).toBe(200);
    const after = await offers.stored(id);
    for (const name of ["services", "customServices", "couponCode", "total", "offer"] as const) {
      expect(after[name]).toEqual(before[name]);
    }
    expect(after.payment).toMatchObject({ amount: TOTAL, amountDueToday: DUE });
  });

  test("is told what is missing, in the specified words", async () => {
    const messageOf = async (fields: Record<string, string>) => {
      const { result: outcome } = await offers.accept(clientForm(fields), token);
      return "message" in outcome ? outcome.message : null;
    };
    expect(await messageOf({ "contactInfo.phone": "" })).toBe(
      "Please fill in all required contact information.",
    );
    expect(await messageOf({ agreedToTerms: "" })).toBe(
      "Please agree to the terms and conditions before submitting.",
    );
    expect(await messageOf({ signature: "" })).toBe("Signature is required");
    expect(await messageOf({ shownTotal: "1" })).toBe("Prices have changed. Please review your order.");
    expect((await offers.stored(id)).agreedToTerms).toBe(false);
    expect((await offers.accept(clientForm({ signature: "" }), token, { signature: "off" })).status).toBe(
      200,
    );
  });

  test("pays the prices of the day it was made, by card: one subscription, one charge", async () => {
    const { catalogue } = harness.context();
    const dearer = catalogue.map((entry) => ({ ...entry, priceCents: entry.priceCents * 2 }));
    await harness.lake.client.patch("coupon.fifty").set({ active: false }).commit();
    const form = clientForm({ paymentMethod: "stripe", shownTotal: String(TOTAL) });
    expect((await offers.payFor(id, token, DUE)).status).toBe(409); // nobody has agreed yet
    expect((await offers.accept(form, token, { catalogue: dearer })).status).toBe(200);
    const [first, second] = await Promise.all([offers.payFor(id, token, DUE), offers.payFor(id, token, DUE)]);
    expect(first).toEqual(second);
    if (!("clientSecret" in first.result)) throw new Error(first.result.error);
    expect((await offers.payFor(id, token, 1)).status).toBe(409);
    await harness.confirm(first.result.clientSecret, CARDS.good);
    await reconcileContract(harness.store, harness.stripe, id);
    const paid = await offers.stored(id);
    expect(paid).toMatchObject({ status: "completed", subscription: { status: "active" }, total: TOTAL });
    const charges = harness.standIn.state.charges.filter(
      ({ paymentIntent }) => paymentIntent === paid.payment.stripePaymentIntent,
    );
    expect(charges).toMatchObject([{ amount: DUE }]);
    await harness.lake.client.patch("coupon.fifty").set({ active: true }).commit();
  });

  test("cannot pay over a link that was revoked after it was signed", async () => {
    await offers.accept(clientForm({ paymentMethod: "stripe" }), token);
    await changeOffer(harness.store, id, { kind: "revoke" });
    expect((await offers.payFor(id, token, DUE)).status).toBe(410);
    expect((await offers.payFor(id, "forged", DUE)).status).toBe(410);
  });

  test("cannot pay over a link that is revoked while Stripe is asked about the card", async () => {
    await offers.accept(clientForm({ paymentMethod: "stripe" }), token);
    const { paymentMethods } = harness.stripe;
    const retrieve = paymentMethods.retrieve.bind(paymentMethods);
    vi.spyOn(paymentMethods, "retrieve").mockImplementationOnce(async (method) => {
      await changeOffer(harness.store, id, { kind: "revoke" });
      return retrieve(method);
    });
    expect((await offers.payFor(id, token, DUE)).status).toBe(410);
  });
});
