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

/** A document of each private type as the site stores it, and one whose id does not hide it. */
const PRIVATE: [type: string, id: string][] = ADMIN_TYPES.flatMap((type): [string, string][] => [
  [type, `${type}.sample`],
  [type, `sample-${type}`],
]);

describe("an editor at the lake", () => {
  const lake = (path: string, cookie: string) =>
    fetch(`${site.origin}/lake/v2025-02-19/data/${path}`, { headers: { cookie } });

  beforeAll(async () => {
    const transaction = store().transaction();
    for (const [_type, _id] of PRIVATE)
      transaction.createIfNotExists({ _id, _type, email: "lovelace@example.com", code: "LOVELACE" });
    await transaction.commit();
  });

  test.each(PRIVATE)("sees no %s with the id %s, which an admin does", async (type, id) => {
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
