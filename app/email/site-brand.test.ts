import { expect, test } from "vitest";
import { createEmailBrand } from "./site-brand.server.ts";

const SETTINGS = {
  companyName: "Harborlight Technology Consulting",
  legalName: "Harborlight Technology Consulting LLC",
  phone: null,
  payment: {
    payee: "Harborlight Payments LLC",
    chequeInstructions: "Mail it.",
    replyTo: "hello@harborlight.example",
  },
  address: { street: "48 Front Street", suite: null, city: "New York", state: "NY", zipCode: "10004" },
  emails: null as { senderName: string | null; accentColor: string | null } | null,
};

/** The settings as the store answers them; an Error is an outage. */
function open(answer: object | null | Error) {
  const store = { answer, asked: 0, at: 0 };
  const fetch = async () => {
    store.asked += 1;
    if (store.answer instanceof Error) throw store.answer;
    return store.answer;
  };
  const client = { fetch } as unknown as Parameters<typeof createEmailBrand>[0]["client"];
  return {
    store,
    read: createEmailBrand({ client, publicUrl: "https://site.test", now: () => store.at }),
  };
}

test("emails name the company of the site settings, and its address on one line", async () => {
  expect(await open(SETTINGS).read()).toMatchObject({
    senderName: "Harborlight Technology Consulting",
    replyTo: "hello@harborlight.example",
    payee: "Harborlight Payments LLC",
    payTerms: { payBy: "cheque", instructions: "Mail it." },
    postalAddress: "48 Front Street, New York, NY 10004",
    accentColor: null,
    phone: "",
  });
});

test("sender and color of their own come first; a color that is none is left out", async () => {
  const emails = { senderName: "Harborlight", accentColor: "#ff0000" };
  expect(await open({ ...SETTINGS, emails }).read()).toMatchObject(emails);
  const bad = { ...emails, accentColor: "red;background:url(x)" };
  expect((await open({ ...SETTINGS, emails: bad }).read()).accentColor).toBeNull();
});

test("a site without settings is named by its host", async () => {
  expect(await open(null).read()).toMatchObject({ companyName: "site.test", senderName: "", replyTo: "" });
});

test("settings are read again after a minute; while the store is away the last ones stay", async () => {
  const { store, read } = open(SETTINGS);
  await read();
  store.answer = { ...SETTINGS, companyName: "Lighthouse" };
  expect((await read()).companyName).toBe("Harborlight Technology Consulting");
  store.at = 60_000;
  expect((await read()).companyName).toBe("Lighthouse");
  store.answer = new Error("away");
  store.at = 120_000;
  expect((await read()).companyName).toBe("Lighthouse");
  await read();
  expect(store.asked).toBe(3);
});

test("an email waits while the company was never read", async () => {
  await expect(open(new Error("away")).read()).rejects.toMatchObject({ code: "unavailable" });
});
