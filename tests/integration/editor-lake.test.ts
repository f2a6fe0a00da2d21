import { beforeAll, describe, expect, test } from "vitest";
import { ADMIN_TYPES } from "../../app/model/admin-types.ts";
import { ADMIN_EMAILS, sessionCookie } from "../support/admins.ts";
import { opened } from "../support/opened.ts";
import { lakeClient, lakeTokens, startSite } from "../support/site.ts";

const site = opened(() => startSite({ env: { ADMIN_EMAILS } }));
let admin: string;
beforeAll(async () => {
  admin = await sessionCookie(site.dataDir);
});

const store = () => lakeClient(site, lakeTokens(site.dataDir).write);

/** Every type with private documents that no editor may read through the lake. */
const PRIVATE_TYPES: Record<string, string> = {
  clientQuestionnaire: "questionnaire.sample",
  contract: "contract.sample",
  adminContract: "adminContract.sample",
  contactSubmission: "contact.sample",
  newsletterSubscriber: "subscriber.sample",
  account: `account.${"0".repeat(64)}`,
  coupon: "coupon.sample",
  moneyWatch: "moneyWatch.sample",
  invoice: "invoice.sample",
  invoiceCounter: "invoiceCounter.2026",
  statusChange: "statusChange.sample",
  storedFile: "storedFile.sample",
};

describe("an editor at the lake", () => {
  const lake = (path: string, cookie: string) =>
    fetch(`${site.origin}/lake/v2025-02-19/data/${path}`, { headers: { cookie } });

  beforeAll(async () => {
    for (const [_type, _id] of Object.entries(PRIVATE_TYPES))
      await store().createIfNotExists({ _id, _type, email: "lovelace@example.com", code: "LOVELACE" });
  });

  test.each(Object.entries(PRIVATE_TYPES))("sees no %s, which an admin does", async (type, id) => {
    const editor = await sessionCookie(site.dataDir, "eve@example.com", "editor");
    const search = new URLSearchParams({ query: `*[_type == "${type}"]`, perspective: "raw" });
    const paths = [
      `query/production?${search}`,
      `doc/production/${id}`,
      `export/production?types=${type}`,
      `history/production/documents/${id}?lastRevision=true`,
      `history/production/transactions/${id}?effectFormat=mendoza`,
    ];
    for (const path of paths) {
      const [seen, hidden] = [await lake(path, admin), await lake(path, editor)];
      expect([path, (await seen.text()).includes("@example.com")]).toEqual([path, true]);
      expect([path, hidden.status]).toEqual([path, 200]);
      expect(await hidden.text()).not.toMatch(/@example\.com|lovelace/i);
    }
  });

  test("writes no private type under an id that it could read, and content like everybody who edits", async () => {
    const types = [...Object.keys(PRIVATE_TYPES), "paymentSettings"];
    expect(types.toSorted()).toEqual([...ADMIN_TYPES].toSorted());
    const cookie = await sessionCookie(site.dataDir, "eve@example.com", "editor");
    const headers = { cookie, origin: site.origin, "content-type": "application/json" };
    const create = async (_type: string) => {
      const body = JSON.stringify({ mutations: [{ create: { _id: `public-${_type}`, _type } }] });
      const url = `${site.origin}/lake/v2025-02-19/data/mutate/production`;
      return [_type, (await fetch(url, { method: "POST", headers, body })).status];
    };
    expect(await create("statistic")).toEqual(["statistic", 200]);
    for (const type of ADMIN_TYPES) expect(await create(type)).toEqual([type, 403]);
  });
});
