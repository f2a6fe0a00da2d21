import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adaAtGoogle, googleClient, startGoogleStandIn, type GoogleStandIn } from "./server.ts";

const CALLBACK = "http://site.test/callback";
const VERIFIER = "a-verifier-of-at-least-forty-three-characters";

let google: GoogleStandIn;
beforeAll(async () => {
  google = await startGoogleStandIn();
});
afterAll(() => google.close());

/** Consents. Returns the code of the redirect. */
async function consent(): Promise<string> {
  const query = new URLSearchParams({
    client_id: googleClient.clientId,
    redirect_uri: CALLBACK,
    response_type: "code",
    scope: "openid email profile",
    state: "s",
    code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
    code_challenge_method: "S256",
  });
  const response = await fetch(`${google.origin}/o/oauth2/v2/auth?${query}`, { redirect: "manual" });
  const back = new URL(response.headers.get("location") ?? "");
  expect(back.searchParams.get("state")).toBe("s");
  return back.searchParams.get("code") ?? "";
}

const exchange = (code: string, changes: Record<string, string> = {}) =>
  fetch(`${google.origin}/token`, {
    method: "POST",
    body: new URLSearchParams({
      grant_type: "authorization_code",
      client_id: googleClient.clientId,
      client_secret: googleClient.clientSecret,
      redirect_uri: CALLBACK,
      code_verifier: VERIFIER,
      code,
      ...changes,
    }),
  });

test("gives a token for a code, once, and says whose it is", async () => {
  const code = await consent();
  const { access_token } = (await (await exchange(code)).json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  const user = await fetch(`${google.origin}/oauth2/v3/userinfo`, { headers });
  expect(await user.json()).toEqual(adaAtGoogle);
  expect((await exchange(code)).status).toBe(400);
});

test.each([
  ["another secret", { client_secret: "x" }, 401],
  ["another callback", { redirect_uri: "http://site.test/other" }, 400],
  ["another verifier", { code_verifier: "another-verifier-of-at-least-forty-three-characters" }, 400],
])("refuses %s", async (_, changes, status) => {
  expect((await exchange(await consent(), changes)).status).toBe(status);
});
