import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { TABLE_KINDS } from "../../app/model/tables.ts";
import { referenceNumber } from "../../app/submissions/submission-id.server.ts";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { csvRows, readCsv } from "../support/read-table.ts";
import {
  sampleContract,
  sampleMessage,
  sampleQuestionnaire,
  sampleSubscriber,
  storeSamples,
} from "../support/sample-submissions.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";

const site = opened(() => startSite({ env: { ADMIN_EMAILS } }));
let admin: string;
beforeAll(async () => {
  admin = await sessionCookie(site.dataDir);
  const lake = lakeClient(site, lakeTokens(site.dataDir).write);
  await storeSamples(lake, sampleQuestionnaire, 61);
  await storeSamples(lake, sampleContract, 60);
  await storeSamples(lake, sampleMessage, 3);
  await storeSamples(lake, sampleSubscriber, 3);
  await lake.createOrReplace({ ...sampleContract(7), suspected: "no-mark" });
  await lake.createOrReplace({ ...sampleSubscriber(2), suspected: "too-quick" });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.origin + path, { headers, redirect: "manual" });
const questionnaire = "questionnaire.sample-3";
const contract = "contract.sample-3";

/** Every address that shows what visitors sent; who may not read them: route-guards.test.ts. */
const ADDRESSES = [
  "/admin",
  "/admin.data",
  "/admin?questionnaires-search=example",
  ...TABLE_KINDS.flatMap((kind) => [`/admin/tables/${kind}`, `/admin/tables/${kind}.data`]),
  ...[
    `questionnaires/${questionnaire}`,
    `contracts/${contract}`,
    "messages/contact.sample-1",
    "subscribers/subscriber.sample-1",
  ].flatMap((path) => [`/admin/${path}`, `/admin/${path}.data`]),
  `/admin/questionnaires/${questionnaire}/json`,
  `/admin/contracts/${contract}/json`,
  `/admin/contracts/${contract}/print`,
  "/admin/export/client_questionnaires.csv",
  "/admin/export/contracts.csv",
];

describe("an admin", () => {
  it.each(ADDRESSES)("reads %s", async (path) => {
    const response = await get(path, { cookie: admin, accept: "text/html" });
    expect(response.status).toBe(200);
    expect((await response.text()).includes("@example.com")).toBe(true);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  it("downloads a whole questionnaire under its name", async () => {
    const response = await get(`/admin/questionnaires/${questionnaire}/json`, { cookie: admin });
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=questionnaire-sample-3.json",
    );
    const stored = await lakeClient(site, lakeTokens(site.dataDir).read).getDocument(questionnaire);
    const reference = expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
    expect(await response.json()).toEqual({ ...stored, id: "sample-3", reference });
  });

  it("exports what a table's search and filters find, over all of its pages, in dollars", async () => {
    const rowsFor = async (search: string) => {
      const text = await (await get(`/admin/export/contracts.csv?${search}`, { cookie: admin })).text();
      return csvRows(text).slice(1);
    };
    expect(await rowsFor("contracts-search=COMPANY+59&contracts-page=9&contracts-sort=-name")).toEqual([
      expect.arrayContaining(["contract.sample-59", "1868.00"]),
    ]);
    expect(await rowsFor("contracts-payment=due")).toHaveLength(60);
    expect(await rowsFor("contracts-status=closed&contracts-search=company")).toEqual([]);
    const page = await (await get("/admin?contracts-search=Company+59", { cookie: admin })).text();
    expect(page).toContain('href="/admin/export/contracts.csv?contracts-search=Company+59"');
  });

  it.each(["/admin/figures", "/admin/contracts/new", `/admin/contracts/${contract}/print`, "/admin/outbox"])(
    "is known on %s without asking the server again",
    async (path) =>
      expect(await (await get(path, { cookie: admin })).text()).toMatch(/<form[^>]+action="\/logout"/),
  );

  it("exports each subscriber with a link that ends the subscription", async () => {
    const text = await (await get("/admin/export/newsletter_subscribers.csv", { cookie: admin })).text();
    expect(readCsv(text)[0]?.["Link to unsubscribe"]).toMatch(/^http.+\/unsubscribe\?token=[\w.-]+$/);
  });

  it.each([
    "/admin/questionnaires/nothing",
    "/admin/contracts/questionnaire.sample-1",
    "/admin/export/sessions.csv",
  ])("is told that there is no %s", async (path) =>
    expect((await get(path, { cookie: admin })).status).toBe(404),
  );

  it("finds each kind of submission by its exact reference number, and reads it wherever the submission is", async () => {
    const secret = readFileSync(join(site.dataDir, "session-secret"), "utf8").trim();
    const read = async (path: string) =>
      (await (await get(path, { cookie: admin })).text()).replaceAll("<!-- -->", "");
    for (const [kind, id, collection] of [
      ["contracts", contract, "contracts"],
      ["questionnaires", questionnaire, "client_questionnaires"],
      ["messages", "contact.sample-1", "contact_submissions"],
    ]) {
      const reference = referenceNumber(secret, String(id));
      const typed = reference.toLowerCase().replace("-", "+");
      const found = await read(`/admin?${kind}-search=${typed}`);
      const table = found.slice(found.indexOf(`id="${kind}"`));
      expect(/[\d,]+–[\d,]+ of [\d,]+/.exec(table)?.[0]).toBe("1–1 of 1");
      expect(table).toContain(`${reference}</span>`);
      expect(table).toContain(`/admin/${kind}/${id}`);
      expect(await read(`/admin/${kind}/${id}`)).toMatch(
        new RegExp(`Reference number <span[^>]*>${reference}</span>`),
      );
      const rows = readCsv(await read(`/admin/export/${collection}.csv`));
      expect(rows.find((row) => row["Id"] === id)).toMatchObject({ Reference: reference });
    }
    expect(await read(`/admin/contracts/${contract}/print`)).toContain(referenceNumber(secret, contract));
    const other = referenceNumber("another secret of sixteen", contract);
    expect(await read(`/admin?contracts-search=${other}`)).toContain("Nothing matches this search.");
  });

  it("says everywhere that the service of a message was not chosen", async () => {
    const message = { ...sampleMessage(2), serviceLeft: true };
    await lakeClient(site, lakeTokens(site.dataDir).write).createOrReplace(message);
    for (const path of ["/admin", "/admin?messages-search=%40", `/admin/messages/${message._id}`]) {
      const page = await (await get(path, { cookie: admin })).text();
      expect([path, page.split("Web Development (not chosen)").length > 1]).toEqual([path, true]);
    }
    const csv = await (await get("/admin/export/contact_submissions.csv", { cookie: admin })).text();
    expect(
      readCsv(csv)
        .map((row) => row["Service"])
        .toSorted(),
    ).toEqual(["Web Development", "Web Development", "Web Development (not chosen)"]);
  });

  it("gets the last page for one behind it, and only what was searched for", async () => {
    const last = await (await get("/admin?contracts-page=9", { cookie: admin })).text();
    expect(/[\d,]+–[\d,]+ of 60/.exec(last)?.[0]).toBe("51–60 of 60");
    const found = await (
      await get("/admin?contracts-search=COMPANY+59&contracts-sort=name", { cookie: admin })
    ).text();
    expect(found.match(/[\d,]+–[\d,]+ of [\d,]+/g)).toEqual([
      "1–50 of 61",
      "1–1 of 1",
      "1–3 of 3",
      "1–3 of 3",
    ]);
  });

  it("sees only what was probably sent by a program, and frees it", async () => {
    const suspects = async () => {
      const all = TABLE_KINDS.map((kind) => `${kind}-suspected=only`).join("&");
      const html = await (await get(`/admin?${all}`, { cookie: admin })).text();
      return [...html.matchAll(/<th scope="row".*?>([^<]+)</g)].map(([, name]) => name);
    };
    const { email } = sampleSubscriber(2);
    expect(await suspects()).toEqual([expect.stringMatching(/ 7$/), email]);
    const lake = lakeClient(site, lakeTokens(site.dataDir).read);
    const rev = (await lake.getDocument("contract.sample-7"))?._rev ?? "";
    const path = `${site.origin}/admin/contracts/contract.sample-7`;
    const freed = await postForm(path, { status: "not-spam", rev }, { cookie: admin });
    expect(freed.status).toBe(303);
    expect(await suspects()).toEqual([email]);
    const page = await get("/admin/contracts/contract.sample-7", { cookie: admin });
    expect((await page.text()).replaceAll("<!-- -->", "")).toMatch(/Suspected → Not spam, ada@example\.com/);
  });

  it("frees a suspected subscriber as the page's form does, from no other site, and gives them no status", async () => {
    const path = "/admin/subscribers/subscriber.sample-2";
    const read = async () => (await (await get(path, { cookie: admin })).text()).replaceAll("<!-- -->", "");
    const suspected = (await read()).split("</dialog>", 1)[0] ?? "";
    expect(suspected).toMatch(/<button[^>]+value="not-spam"/);
    expect(suspected).not.toMatch(/name="status" value="reviewed"/);
    const rev = /name="rev" value="([^"]+)"/.exec(suspected)?.[1] ?? "";
    const send = async (status: string, origin = site.origin) =>
      (await postForm(site.origin + path, { status, rev }, { cookie: admin, origin })).status;
    expect(await send("not-spam", "https://elsewhere.example")).toBe(403);
    expect(await send("reviewed")).toBe(400);
    expect(await send("not-spam")).toBe(303);
    const lake = lakeClient(site, lakeTokens(site.dataDir).read);
    const stored = await lake.getDocument("subscriber.sample-2");
    expect(stored).toMatchObject({ email: sampleSubscriber(2).email });
    expect(stored).not.toHaveProperty("suspected");
    expect(stored).not.toHaveProperty("adminStatus");
    const freed = await read();
    expect(freed).toMatch(/Suspected → Not spam, ada@example\.com/);
    expect(freed).not.toMatch(/value="not-spam"/);
  });

  it("sorts by every column in both directions", async () => {
    const names = async (sort: string) => {
      const html = await (await get(`/admin?contracts-sort=${sort}`, { cookie: admin })).text();
      const table = html.slice(html.indexOf('id="contracts"'), html.indexOf('id="messages"'));
      return [...table.matchAll(/<th scope="row".*?>([^<]+)</g)].map(([, name]) => name ?? "");
    };
    const upwards = await names("name");
    expect(upwards).toHaveLength(50);
    expect(upwards).toEqual(upwards.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
    expect((await names("-name"))[0]).not.toBe(upwards[0]);
    expect((await names("date"))[0]).toBe("Edsger Turing 59");
    for (const sort of ["email", "-email", "total", "-total", "status", "-status"]) {
      expect(await names(sort)).toHaveLength(50);
    }
  });
});
