import { afterEach, beforeEach, expect, test } from "vitest";
import { serveLake } from "lakelet/testing";
import type { ServedLake } from "lakelet/testing";
import { movePaymentSettings } from "./payment-settings.ts";

let lake: ServedLake;
/** As the server connects: it sees drafts. */
const client = () => lake.client.withConfig({ perspective: "raw" });

beforeEach(async () => {
  lake = await serveLake();
});
afterEach(() => lake.close());

/** As a version before the payment settings stored them. */
const OLD = {
  _id: "siteSettings",
  _type: "siteSettings",
  companyName: "Mine",
  legalName: "Mine LLC",
  email: "hello@mine.example",
  chequeInstructions: "Mail it to us.",
  emails: { senderName: "Us", replyTo: "team@mine.example" },
};

test("moves what an older store has into a document that admins alone write, once", async () => {
  await lake.client.create(OLD);
  await lake.client.create({ ...OLD, _id: "drafts.siteSettings", tagline: "New" });
  await movePaymentSettings(client());
  expect(await lake.client.getDocument("paymentSettings")).toMatchObject({
    payee: "Mine LLC",
    chequeInstructions: "Mail it to us.",
    replyTo: "team@mine.example",
  });
  for (const id of ["siteSettings", "drafts.siteSettings"]) {
    const settings = await lake.client.getDocument(id);
    expect(settings).toMatchObject({ legalName: "Mine LLC", emails: { senderName: "Us" } });
    expect(settings).not.toHaveProperty("chequeInstructions");
    expect(settings?.["emails"]).not.toHaveProperty("replyTo");
  }
  await lake.client.patch("paymentSettings").set({ payee: "Changed" }).commit();
  await movePaymentSettings(client());
  expect((await lake.client.getDocument("paymentSettings"))?.["payee"]).toBe("Changed");
});

test("takes the legal name and the address of the company where nothing else was said", async () => {
  await lake.client.create({
    _id: "siteSettings",
    _type: "siteSettings",
    companyName: "Mine",
    email: "a@b.example",
  });
  await movePaymentSettings(client());
  expect(await lake.client.getDocument("paymentSettings")).toMatchObject({
    payee: "Mine",
    replyTo: "a@b.example",
  });
});

test("leaves an empty lake empty", async () => {
  await movePaymentSettings(client());
  expect(await lake.client.fetch("count(*)", {}, { perspective: "raw" })).toBe(0);
});
