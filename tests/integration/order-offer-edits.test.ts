import { beforeEach, describe, expect, test } from "vitest";
import { editOffer } from "../../app/contracts/offer/edit-offer.server.ts";
import { findOffer } from "../../app/contracts/store/find-offer.server.ts";
import { contractMessages } from "../../app/model/contracts/messages.ts";
import { offerHooks } from "../support/contract-hooks.ts";
import { adminForm, clientForm } from "../support/offer-harness.ts";

// What an admin does with a contract before its client signs it.

const { harness, offers } = offerHooks({ mayReport: true });

let id: string;
let token: string;
beforeEach(async () => {
  ({ id, token } = await offers.offered());
});

type Edits = Partial<Parameters<typeof editOffer>[0]>;

/** Sends the form as an admin who saw the newest revision, or `rev`. */
async function edit(fields: Record<string, string>, more: Edits = {}, rev?: string) {
  const { catalogue, findCoupon, clock } = harness.context();
  const seen = rev ?? (await offers.stored(id))._rev;
  const form = adminForm({ submissionId: "-", rev: seen, ...fields });
  const today = catalogue.map((entry) => ({ ...entry, description: null }));
  return editOffer(
    { ...harness.lake.store, catalogue: today, tax: null, findCoupon, clock, ...more },
    id,
    form,
    "grace@example.com",
  );
}

describe("editing", () => {
  test("changes content and totals, and keeps the link", async () => {
    const before = await offers.stored(id);
    expect(
      await edit({ "customServices[0].price": "2,250.00", "contactInfo.firstName": "Augusta" }),
    ).toMatchObject({ status: 200, result: { id } });
    const after = await offers.stored(id);
    expect(after).toMatchObject({
      contactInfo: { firstName: "Augusta" },
      customServices: [{ description: "A logo", price: 225_000 }],
      total: before.total + 100_000,
      payment: { paymentStatus: "pending", amountDueToday: before.payment.amountDueToday + 100_000 },
      offer: { version: 1, expiresAt: before.offer?.expiresAt, createdBy: "admin@example.com", edition: 2 },
      submittedAt: before.submittedAt,
      history: [{ kind: "offered" }, { _key: "edited-2", kind: "edited", by: "grace@example.com" }],
      agreedToTerms: false,
    });
    expect((await findOffer(harness.lake.client, harness.context().secret, token))?._id).toBe(id);
  });

  test("keeps the prices of the services in it, and adds others at today's", async () => {
    const { catalogue } = harness.context();
    const dearer = catalogue
      .filter(({ serviceId }) => serviceId === "domainSetup")
      .map((entry) => ({ ...entry, priceCents: 999_00, description: null }));
    await edit({ "services.domainSetup.selected": "on" }, { catalogue: dearer });
    expect((await offers.stored(id)).offer?.catalogue).toMatchObject([
      { serviceId: "domainSetup", priceCents: 999_00 },
      { serviceId: "websiteMaintenance", priceCents: 12_000 },
    ]);
  });

  test("keeps a coupon that has ended, and checks another one", async () => {
    await harness.lake.client.patch("coupon.fifty").set({ active: false }).commit();
    try {
      expect(await edit({ "contactInfo.firstName": "Augusta" })).toMatchObject({
        status: 200,
        result: { id },
      });
      expect((await offers.stored(id)).offer?.coupon?.code).toBe("FIFTY");
      expect(await edit({ couponCode: "NONE" })).toMatchObject({
        status: 422,
        result: { submission: { error: { couponCode: ["This coupon code is not valid."] } } },
      });
    } finally {
      await harness.lake.client.patch("coupon.fifty").set({ active: true }).commit();
    }
  });

  test("a form that was changed meanwhile is refused, and one that was sent twice is not", async () => {
    const { _rev } = await offers.stored(id);
    expect(await edit({ "contactInfo.firstName": "Augusta" }, {}, _rev)).toMatchObject({
      status: 200,
      result: { id },
    });
    expect(await edit({ "contactInfo.firstName": "Augusta" }, {}, _rev)).toMatchObject({
      status: 200,
      result: { id },
    });
    expect(await edit({ "contactInfo.firstName": "Grace" }, {}, _rev)).toMatchObject({
      status: 409,
      result: { status: "conflict" },
    });
    expect((await offers.stored(id)).offer?.edition).toBe(2);
  });

  test("the totals are added up without saving, also of a form with errors", async () => {
    const before = await offers.stored(id);
    const answer = await edit({
      intent: "recalculate",
      "contactInfo.firstName": "-",
      "customServices[0].price": "2,250.00",
    });
    expect(answer).toMatchObject({
      status: 200,
      result: { totals: { totalCents: before.total + 100_000 }, coupon: { code: "FIFTY" } },
    });
    expect(answer).not.toHaveProperty("result.submission.error");
    expect(await offers.stored(id)).toEqual(before);
  });

  test("the client signs what was shown, and nothing that was edited since", async () => {
    await edit({ "customServices[0].description": "Two logos" });
    const stale = await offers.accept(clientForm({ edition: "1" }), token);
    expect(stale).toMatchObject({ status: 409, result: { message: contractMessages.offerEdited } });
    expect((await offers.stored(id)).agreedToTerms).toBe(false);
    expect((await offers.accept(clientForm({ edition: "2" }), token)).status).toBe(200);
    expect(await edit({ "contactInfo.firstName": "Grace" })).toMatchObject({
      status: 409,
      result: { status: "signed" },
    });
  });
});
