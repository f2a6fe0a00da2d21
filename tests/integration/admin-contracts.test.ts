import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { opened } from "../support/opened.ts";
import { sampleContract } from "../support/sample-submissions.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";

// What an admin does with contracts, over HTTP and without scripts.

const site = opened(() => startSite({ env: { ADMIN_EMAILS } }));
let admin: string;
const reader = () => lakeClient(site, lakeTokens(site.dataDir).write);
beforeAll(async () => {
  admin = await sessionCookie(site.dataDir);
});

const pathOf = (id: string, page: string) => `/admin/contracts/${encodeURIComponent(id)}${page}`;

function send(path: string, fields?: Record<string, string>, origin = site.origin): Promise<Response> {
  const post = { method: "POST", body: new URLSearchParams(fields) };
  const headers = { cookie: admin, origin };
  return fetch(site.origin + path, { headers, redirect: "manual", ...(fields ? post : {}) });
}

/** Reads a page and the value of a hidden field of its form. */
async function hidden(path: string, name: string): Promise<string> {
  const page = await (await send(path)).text();
  const [input = ""] = new RegExp(`<input[^>]* name="${name}"[^>]*>`).exec(page) ?? [];
  return / value="([^"]*)"/.exec(input)?.[1] ?? "";
}

/** Follows a redirect and returns what the page says was done. */
async function saidAfter(redirect: Response): Promise<string | undefined> {
  const page = await (await send(redirect.headers.get("location") ?? "")).text();
  return /<div role="status"[^>]* text-success [^>]*>([^<]+)</.exec(page)?.[1];
}

const form = {
  "contactInfo.firstName": "Grace",
  "contactInfo.lastName": "Hopper",
  "contactInfo.email": "grace@client.test",
  "services.websiteMaintenance.selected": "on",
  "services.websiteMaintenance.quantity": "2",
  "services.websiteMaintenance.paymentFrequency": "quarterly",
};

async function made(): Promise<string> {
  const submissionId = randomUUID();
  const answer = await send("/admin/contracts/new", { ...form, submissionId });
  expect(answer.status).toBe(303);
  return `adminContract.${submissionId}`;
}

test("a contract is made, added up, edited, copied and deleted", async () => {
  const sums = await (await send("/admin/contracts/new", { ...form, intent: "recalculate" })).text();
  expect(sums).toContain("$2,736.00");
  const id = await made();
  const edit = pathOf(id, "/edit");
  const rev = await hidden(edit, "rev");
  const dearer = {
    ...form,
    rev,
    "customServices[0].description": "A logo",
    "customServices[0].price": "100",
  };
  const wrong = await send(edit, { ...dearer, "customServices[0].price": "much" });
  expect([wrong.status, (await wrong.text()).includes("Enter a price in dollars")]).toEqual([422, true]);
  expect((await send(edit, dearer, "https://elsewhere.test")).status).toBe(403);
  expect((await send(edit, dearer)).status).toBe(303);
  expect(await reader().getDocument(id)).toMatchObject({ total: 283_600, offer: { version: 1, edition: 2 } });
  expect((await send(edit, { ...dearer, "contactInfo.firstName": "Ada" })).status).toBe(409);
  const copy = await (await send(`/admin/contracts/new?from=${encodeURIComponent(id)}`)).text();
  expect(copy).toContain("A logo");
  expect(copy).toContain("$2,836.00");
  const remove = pathOf(id, "/delete");
  const latest = await hidden(remove, "rev");
  expect((await send(remove, { rev: latest })).status).toBe(422);
  expect((await send(remove, { rev: "another", confirmation: "delete" })).status).toBe(409);
  expect((await send(remove, { rev: latest, confirmation: "Delete " })).status).toBe(303);
  expect(await reader().getDocument(id)).toBeUndefined();
  for (const page of ["/edit", "/delete", "/link"]) expect((await send(pathOf(id, page))).status).toBe(404);
});

test("a cheque is refunded in part, and the contract tells it; the form says what is wrong", async () => {
  const sample = sampleContract(1);
  const id = `contract.${randomUUID()}`;
  const received = {
    _key: "received-1",
    at: "2026-11-21T15:00:00.000Z",
    kind: "received",
    amountCents: 84_200,
  };
  await reader().create({
    ...sample,
    _id: id,
    status: "completed",
    payment: { ...sample.payment, paymentStatus: "completed", receivedAmount: 84_200 },
    history: [...(sample.history ?? []), received],
  } as never);
  const refund = pathOf(id, "/refund");
  const [rev, nonce] = [await hidden(refund, "rev"), await hidden(refund, "nonce")];
  const part = { source: "by-hand", amount: "42.00", confirmation: "42", reason: "A courtesy", rev, nonce };
  const typo = await send(refund, { ...part, confirmation: "24" });
  expect([typo.status, (await typo.text()).includes("The two amounts differ")]).toEqual([422, true]);
  expect((await send(refund, { ...part, amount: "9999", confirmation: "9999" })).status).toBe(409);
  const done = await send(refund, part);
  expect(done.status).toBe(303);
  expect((await send(refund, part)).status).toBe(303);
  expect(await saidAfter(done)).toBe("The refund is recorded in the timeline.");
  const page = await (await send(pathOf(id, ""))).text();
  for (const text of ["Timeline", "A courtesy", "$42.00", "$342.00 every 3 months"])
    expect(page).toContain(text);
  expect((await reader().getDocument(id))?.["payment"]).toMatchObject({ refundedAmount: 4_200 });
});

test("services by invoice are cancelled with the paid period, and that is revoked", async () => {
  const sample = sampleContract(2);
  const id = `contract.${randomUUID()}`;
  await reader().create({ ...sample, _id: id } as never);
  const cancel = pathOf(id, "/cancel");
  expect((await send(cancel, { intent: "all", rev: "x" })).status).toBe(400);
  const ended = await send(cancel, { intent: "period-end", rev: await hidden(cancel, "rev") });
  expect(ended.status).toBe(303);
  expect(await saidAfter(ended)).toBe("The services are cancelled. They end with their current periods.");
  expect(await (await send(pathOf(id, ""))).text()).toContain("Cancellation requested");
  const revoked = await send(cancel, { intent: "revoke", rev: await hidden(cancel, "rev") });
  expect(revoked.status).toBe(303);
  expect(await saidAfter(revoked)).toBe("The cancellation is undone. The services go on.");
  expect((await reader().getDocument(id))?.["cancellation"]).toBeNull();
});

test("prints the company, its address, prices and signature", async () => {
  const sample = sampleContract(3);
  const id = `contract.${randomUUID()}`;
  await reader().create({ ...sample, _id: id, signature: "Ada Lovelace" } as never);
  const page = await (await send(pathOf(id, "/print"))).text();
  for (const text of ["Consulting LLC", "Front Street", "$1,440.00", "Ada Lovelace"])
    expect(page).toContain(text);
});
