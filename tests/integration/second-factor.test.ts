import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { ada, ADMIN_EMAILS, createAccount, runOnSite, storeAccount } from "../support/admins.ts";
import { cookiesOf, postForm } from "../support/form-posts.ts";
import { opened } from "../support/opened.ts";
import { startSite } from "../support/site.ts";

const site = opened(() => startSite({ env: { ADMIN_EMAILS, TRUST_PROXY: "1" } }));
let account: typeof ada;
let totp: TOTP;
let recoveryCodes: string[];
let made = 0;

/** An account with a second factor, and a caller of its own: no test counts for another. */
async function setUp(): Promise<void> {
  account = { email: `ada.${made++}@example.com`, password: ada.password };
  totp = new TOTP({ secret: new Secret() });
  ({ recoveryCodes } = await storeAccount(site, { ...account, totpSecret: totp.secret.base32 }));
}

beforeEach(() => setUp());

const post = (path: string, fields: Record<string, string>, cookie = "") =>
  postForm(site.origin + path, fields, { cookie, "x-forwarded-for": `192.0.2.${made}` });
const session = async (cookie: string) =>
  (await fetch(`${site.origin}/api/session`, { headers: { cookie } })).json();

/** The cookie of somebody who typed the right password. */
async function passwordStep(fields: Record<string, string> = {}): Promise<string> {
  const response = await post("/login", { ...account, ...fields });
  expect([response.status, response.headers.get("location")]).toEqual([303, "/login/code"]);
  return cookiesOf(response);
}

const where = (response: Response) => [response.status, response.headers.get("location")];

describe("with a second factor", () => {
  test("the password alone signs nobody in", async () => {
    const cookie = await passwordStep();
    expect(cookie).toMatch(/^second-step=/);
    expect(await session(cookie)).toEqual({ user: null, role: null });
    for (const path of ["/admin", "/account"])
      expect((await fetch(site.origin + path, { headers: { cookie }, redirect: "manual" })).status).toBe(302);
  });

  test("an invitation sets the password, and asks for the code before it signs anybody in", async () => {
    const { output } = await runOnSite(site, "people", ["invite", account.email]);
    const link = /\/login\/invitation\?token=[\w.-]+/.exec(output)?.[0] ?? "";
    const password = "a much better password";
    const accepted = await post(link, { newPassword: password, repeated: password });
    expect(where(accepted)).toEqual([303, "/login/code"]);
    const cookie = cookiesOf(accepted);
    expect(await session(cookie)).toEqual({ user: null, role: null });
    const signedIn = await post("/login/code", { code: totp.generate() }, cookie);
    expect(where(signedIn)).toEqual([303, "/studio"]);
    expect(await session(cookiesOf(signedIn))).toMatchObject({ role: "editor" });
  });

  test("the code signs in, goes where the visitor was going, and counts once", async () => {
    const code = totp.generate();
    const cookie = await passwordStep({ redirectTo: "/admin?status=new" });
    const page = await fetch(`${site.origin}/login/code`, { headers: { cookie } });
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(await page.text()).toContain('name="robots" content="noindex"');
    const response = await post("/login/code", { code: `${code.slice(0, 3)} ${code.slice(3)}` }, cookie);
    expect(where(response)).toEqual([303, "/admin?status=new"]);
    expect(await session(cookiesOf(response))).toMatchObject({ user: { email: account.email } });
    expect(where(await post("/login/code", { code }, cookie))).toEqual([303, "/login"]);
    const again = await post("/login/code", { code }, await passwordStep());
    expect(again.status).toBe(401);
    expect(await again.text()).toContain("This code is wrong or was used already.");
  });

  test("of two posts of one code at the same moment one counts", async () => {
    const [one, two] = [await passwordStep(), await passwordStep()];
    const code = totp.generate();
    const answers = await Promise.all([one, two].map((cookie) => post("/login/code", { code }, cookie)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 401]);
  });

  test("a recovery code signs in once, however it is typed", async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    const [code = ""] = recoveryCodes;
    const typed = code.toLowerCase().replaceAll("-", " ");
    expect(where(await post("/login/code", { code: typed }, await passwordStep()))).toEqual([303, "/"]);
    expect((await post("/login/code", { code }, await passwordStep())).status).toBe(401);
  });

  test("guessing codes is slowed down, and the page says for how long", async () => {
    const cookie = await passwordStep();
    const tries = [];
    for (let index = 0; index < 6; index++) tries.push(await post("/login/code", { code: "AAAA" }, cookie));
    expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
    expect(Number(tries.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(20);
    const right = await post("/login/code", { code: totp.generate() }, cookie);
    expect(right.status).toBe(429);
    expect(await tries[0]?.text()).toContain("This code is wrong or was used already.");
    expect(await right.text()).toMatch(/Too many attempts\. Please try again in \d+ seconds\./);
  });

  test("a new password ends the step between password and code", async () => {
    const cookie = await passwordStep();
    await storeAccount(site, { ...account, totpSecret: totp.secret.base32 });
    expect(where(await post("/login/code", { code: totp.generate() }, cookie))).toEqual([303, "/login"]);
  });

  test("`npm run admin:create -- <address> --totp` prints what the app needs, and ten codes", async () => {
    const both = await createAccount(site, account, {}, ["--totp", "--no-totp"]);
    expect([both.code, both.output]).toEqual([1, expect.stringContaining("Usage")]);
    const { output } = await createAccount(site, account, {}, ["--totp"]);
    const uri = new URL(/otpauth:\S+/.exec(output)?.[0] ?? "");
    expect(decodeURIComponent(uri.pathname)).toBe(`/localhost:${account.email}`);
    totp = new TOTP({ secret: Secret.fromBase32(uri.searchParams.get("secret") ?? "") });
    expect(output.match(/^ {2}(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/gm)).toHaveLength(10);
    expect(where(await post("/login/code", { code: totp.generate() }, await passwordStep()))).toEqual([
      303,
      "/",
    ]);
  });

  test("`--no-totp` lets somebody back in who lost everything; a plain new password does not", async () => {
    await createAccount(site, account);
    await passwordStep();
    expect((await createAccount(site, account, {}, ["--no-totp"])).output).toContain(
      "Two-step sign-in is off",
    );
    expect(where(await post("/login", account))).toEqual([303, "/"]);
  });
});

test("no code, secret or password is in the log", () => {
  const secrets = [totp.secret.base32, ada.password, ...recoveryCodes];
  for (const secret of secrets) expect(site.output()).not.toContain(secret);
});
