import { randomUUID } from "node:crypto";
import { expect, test, vi } from "vitest";
import { opened } from "../../../tests/support/opened.ts";
import { sampleContract } from "../../../tests/support/sample-contract.ts";
import { openServices } from "../../../tests/support/services.ts";
import type { Email } from "../../email/email.ts";
import type { FormDeps } from "../../submissions/form-action.server.ts";
import { referenceNumber } from "../../submissions/submission-id.server.ts";
import { confirmationToken } from "../store/private-links.server.ts";
import { emailNewLinks } from "./confirmation.server.ts";

const SECRET = "a secret of sixteen";
const NOW = new Date("2026-11-28T12:00:00.000Z");
const site = opened(openServices);

/** Asks for new links. Returns the references that each email lists, in its order. */
async function ask(token: string, email: string, now = NOW) {
  const mails: Email[] = [];
  const deps = {
    clients: site.services.clients,
    emailSite: { secret: SECRET, publicUrl: "https://site.example" },
    countUse: async () => true,
    queue: { send: async (jobs: { body: Email }[]) => void mails.push(...jobs.map(({ body }) => body)) },
  } as unknown as FormDeps;
  await emailNewLinks(deps, { token, email }, now);
  return mails.map(({ to, props }) => {
    const { reference, others } = props as { reference: string; others: { reference: string }[] };
    return { to, listed: [reference, ...others.map((other) => other.reference)] };
  });
}

/** Returns an accepted order of an address, placed on a day of November 2026. */
function orderOf(email: string, day: number, fields: object = {}) {
  const { contactInfo, _rev, _updatedAt, ...sample } = sampleContract("invoice");
  const document = {
    ...sample,
    _type: "contract",
    submittedAt: `2026-11-${String(day).padStart(2, "0")}T10:00:00.000Z`,
    status: "invoice",
    contactInfo: { ...contactInfo, email },
    ...fields,
  };
  return { ...document, _id: `${document._type}.${randomUUID()}` };
}

/** Stores such an order. Returns the UUID of its id and its reference number. */
async function order(...given: Parameters<typeof orderOf>) {
  const document = orderOf(...given);
  await site.services.clients.writeClient.create(document);
  const [, uuid = ""] = document._id.split(".");
  return { uuid, reference: referenceNumber(SECRET, document._id) };
}

test("one email lists all orders of an address: first those with money, then those that an admin made or looked at", async () => {
  const email = "Client@example.com";
  const paid = await order(email, 1, { status: "completed" });
  const partlyPaid = await order(email, 2, { payment: { receivedAmount: 5_000 } });
  const made = await order(email, 3, { _type: "adminContract" });
  const reviewed = await order(email, 4, { adminStatus: "reviewed" });
  const unpaid = await order(email, 5);
  await order(email, 6, { status: "pending" });
  await order(email, 7, { suspected: "link" });
  await order("somebody.else@example.com", 8, { status: "completed" });
  const ranked = [partlyPaid, paid, reviewed, made, unpaid].map(({ reference }) => reference);
  expect(await ask("", "CLIENT@example.com")).toEqual([{ to: email, listed: ranked }]);

  const overLink = await ask(confirmationToken(SECRET, unpaid.uuid), "");
  expect(overLink).toEqual([{ to: email, listed: [unpaid.reference, ...ranked.slice(0, -1)] }]);
});

test("a stranger's orders do not push the client's out", async () => {
  const email = "pushed@example.com";
  const paid = await order(email, 1, { status: "completed" });
  const unpaid = await order(email, 2);
  const flood = site.services.clients.writeClient.transaction();
  for (let count = 0; count < 120; count++) flood.create(orderOf(email, 20));
  await flood.commit();
  const [mail, ...more] = await ask("", email);
  expect(more).toEqual([]);
  expect(mail?.listed[0]).toBe(paid.reference);
  expect(mail?.listed).toHaveLength(100);
  const [overLink] = await ask(confirmationToken(SECRET, unpaid.uuid), "");
  expect(overLink?.listed.slice(0, 2)).toEqual([unpaid.reference, paid.reference]);
});

test("an email names orders of its own address alone, also where two have one UUID", async () => {
  const mine = orderOf("mine@example.com", 1);
  const theirs = {
    ...orderOf("theirs@example.com", 1, { _type: "adminContract" }),
    _id: `admin${mine._id.replace("c", "C")}`,
  };
  await site.services.clients.writeClient.transaction().create(mine).create(theirs).commit();
  const mails = await ask(confirmationToken(SECRET, mine._id.split(".")[1] ?? ""), "");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.listed).toHaveLength(1);
});

test.each([
  ["an address without orders", () => ask("", "nobody@example.com")],
  ["a link whose order is gone", () => ask(confirmationToken(SECRET, randomUUID()), "")],
])("%s gets no email", async (_what, asked) => expect(await asked()).toEqual([]));

test("a link that could not be queued is a failure", async () => {
  const contract = { _id: `contract.${randomUUID()}`, contactInfo: { email: "ada@example.com" } };
  const deps = {
    clients: { readClient: { fetch: async () => [contract] } },
    emailSite: { secret: SECRET, publicUrl: "https://site.example" },
    countUse: async () => true,
    queue: { send: vi.fn(async () => Promise.reject(new Error("The disk is full."))) },
  } as unknown as FormDeps;
  await expect(emailNewLinks(deps, { token: "", email: "ada@example.com" }, NOW)).rejects.toThrow(
    "The disk is full.",
  );
});
