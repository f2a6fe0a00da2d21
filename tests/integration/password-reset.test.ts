import { beforeEach, describe, expect, test, vi } from "vitest";
import { ada, ADMIN_EMAILS, storeAccount } from "../support/admins.ts";
import { cookiesOf, postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { outboxMails, outboxTexts, startSite } from "../support/site.ts";
import { WAIT } from "../support/timeouts.ts";

const site = opened(() => startSite({ env: { ADMIN_EMAILS, TRUST_PROXY: "1" } }));
let account: typeof ada;
let made = 0;
beforeEach(async () => {
  account = { email: `grace.${made++}@example.com`, password: ada.password };
  await storeAccount(site, account);
});

const post = (path: string, fields: Record<string, string>, cookie = "", from = `192.0.2.${made}`) =>
  postForm(site.origin + path, fields, { cookie, "x-forwarded-for": from });
const signIn = async (password: string, cookie = "") =>
  post("/login", { email: account.email, password }, cookie);
const session = async (cookie: string) =>
  (await fetch(`${site.origin}/api/session`, { headers: { cookie } })).json();

/** The mails to the account, newest first, with lines as they were before they were wrapped. */
const mails = () => outboxTexts(site.dataDir).filter((mail) => mail.includes(`To: ${account.email}`));

async function mailAbout(subject: string): Promise<string> {
  return vi.waitFor(async () => {
    const mail = mails().find((one) => one.includes(`Subject: ${subject}`));
    if (!mail) throw new Error(`No mail about ${subject} yet.`);
    return mail;
  }, WAIT);
}

/** The path of the link in the mail that was asked for. */
async function link(): Promise<string> {
  expect((await post("/login/reset", { email: account.email })).status).toBe(200);
  return /\/login\/reset\?token=[\w.-]+/.exec(await mailAbout("Set a new password"))?.[0] ?? "";
}

const fresh = "a fresh start in november";
const both = (password: string) => ({ newPassword: password, repeated: password });

describe("a link to set a new password", () => {
  test("sets it once, ends all sessions and known browsers, and signs nobody in", async () => {
    const signedIn = cookiesOf(await signIn(account.password));
    const path = await link();
    for (let visit = 0; visit < 2; visit++) {
      const page = await fetch(site.origin + path);
      expect([page.status, page.headers.get("cache-control")]).toEqual([
        200,
        expect.stringContaining("no-store"),
      ]);
      expect(page.headers.get("referrer-policy")).toMatch(/same-origin|no-referrer|strict-origin/);
      expect(await page.text()).toContain('name="robots" content="noindex"');
    }
    const changed = await post(path, both(fresh));
    expect([changed.status, changed.headers.getSetCookie()]).toEqual([200, []]);
    expect(await changed.text()).toContain("Password changed");
    expect(await session(signedIn)).toMatchObject({ user: null });
    expect((await signIn(account.password)).status).toBe(401);
    expect((await signIn(fresh)).status).toBe(303);
    const again = await post(path, both("another fresh start"));
    expect(again.status).toBe(400);
    expect(await again.text()).toContain("expired or has already been used");
    expect((await fetch(site.origin + path)).status).toBe(400);
    expect(await mailAbout("Your password was changed")).toContain("not you");
  });

  test("posted twice at the same moment sets one password", async () => {
    const path = await link();
    const passwords = ["the first of two", "the second of two"];
    const answers = await Promise.all(passwords.map((password) => post(path, both(password))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test("is worth nothing when anything of it is changed", async () => {
    const path = await link();
    const token = new URL(path, site.origin).searchParams.get("token") ?? "";
    const [hash = "", expires = "", signature = ""] = token.split(".");
    const later = (Number.parseInt(expires, 36) + 60_000).toString(36);
    const other = hash.replace(/^./, (first) => (first === "0" ? "1" : "0"));
    const forged = [
      [hash, later, signature],
      [other, expires, signature],
      [hash, expires, signature.replace(/^./, (first) => (first === "A" ? "B" : "A"))],
      ["../../data/query", expires, signature],
      [hash, expires],
    ].map((parts) => parts.join("."));
    for (const bad of [...forged, "", "x".repeat(1_000)]) {
      const answer = await post(
        `/login/reset?token=${encodeURIComponent(bad)}`,
        both(fresh),
        "",
        "198.51.100.1",
      );
      expect([400, 429]).toContain(answer.status);
    }
    expect((await signIn(account.password)).status).toBe(303);
  });

  test.each([
    ["passwordpassword", "passwordpassword", "most common"],
    ["long enough, this", "something else", "The passwords do not match."],
  ])("does not set %j and %j, and stays good", async (newPassword, repeated, words) => {
    const path = await link();
    const answer = await post(path, { newPassword, repeated });
    const html = await answer.text();
    expect(answer.status).toBe(422);
    expect(html).toContain(words);
    expect(html).not.toContain(`"${newPassword}"`);
    expect((await post(path, both(fresh))).status).toBe(200);
  });
});

describe("asking for a link", () => {
  test("is answered alike for an account and for nobody's address, which gets no mail", async () => {
    const ask = async (email: string) => {
      const answer = await post("/login/reset", { email });
      return [answer.status, (await answer.text()).replaceAll(/nonce="[^"]*"/g, "")];
    };
    const known = await ask(account.email);
    expect(await ask("nobody@example.com")).toEqual(known);
    expect(known[1]).toContain("If there is an account with this address");
    await mailAbout("Set a new password");
    expect(outboxMails(site.dataDir).filter((mail) => mail.includes("nobody@example.com"))).toEqual([]);
  });

  test("mails three links an hour to one address, and says the same to everybody who asks", async () => {
    for (let index = 0; index < 5; index++) {
      const answer = await post("/login/reset", { email: account.email }, "", `203.0.113.${index}`);
      expect(answer.status).toBe(200);
    }
    const flooded = account;
    account = { ...account, email: "joan@example.com" };
    await storeAccount(site, account);
    await link(); // asked for last, so mailed last
    account = flooded;
    expect(mails()).toHaveLength(3);
  });

  test("ends after ten times for one caller", async () => {
    const statuses = [];
    for (let index = 0; index < 11; index++)
      statuses.push(await post("/login/reset", { email: `${index}@example.com` }));
    expect(statuses.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
    expect(Number(statuses.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
    const page = await statuses.at(-1)?.text();
    expect(page).toMatch(/Too many attempts. Please try again in \d+ minutes\./);
    expect(page).toContain('value="10@example.com"');
  });

  test("with what is no address is told so", async () => {
    const answer = await post("/login/reset", { email: "nobody" });
    expect(answer.status).toBe(422);
    expect(await answer.text()).toContain("Please enter a valid email address");
  });
});

test("no link and no password is in the log", () => {
  expect(site.output()).not.toMatch(/token=|fresh start|difference engine/);
});
