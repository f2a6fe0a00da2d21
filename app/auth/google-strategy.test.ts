import { createSession } from "@remix-run/node";
import { adaAtGoogle, googleClient, startGoogleStandIn } from "stand-ins/google";
import { beforeEach, describe, expect, test } from "vitest";
import { opened } from "../../tests/support/opened.ts";
import { authenticate } from "./authenticator.server.ts";
import { googleError, PkceGoogleStrategy } from "./google.server.ts";

// Tests the stand-in with the real strategy: it accepts and rejects what Google does.

const CALLBACK = "http://site.test/login/google/callback";
const VERIFIER = "a-verifier-of-at-least-forty-three-characters";

const google = opened(startGoogleStandIn);
beforeEach(() => google.user(adaAtGoogle));

/** A visitor with a session in memory. */
function visitor(secret = googleClient.clientSecret) {
  const session = createSession();
  const storage = {
    getSession: async () => session,
    commitSession: async () => "",
    destroySession: async () => "",
  };
  const signIn = (url: string, verifier = VERIFIER, callbackUrl = CALLBACK) => {
    const client = { ...googleClient, clientSecret: secret, apiBase: google.origin, callbackUrl };
    return authenticate(new PkceGoogleStrategy(client, verifier), new Request(url), storage);
  };
  return {
    authenticate: signIn,
    /** Follows the consent page to its redirect. */
    async consent(): Promise<string> {
      const leave = await signIn("http://site.test/login/google").catch((thrown: unknown) => thrown);
      const toGoogle = (leave as Response).headers.get("location") ?? "";
      return (await fetch(toGoogle, { redirect: "manual" })).headers.get("location") ?? "";
    },
  };
}

const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "signed in",
    (thrown: unknown) => googleError(thrown).code,
  );

test("consents, and says who it is", async () => {
  const { consent, authenticate } = visitor();
  expect(await authenticate(await consent())).toEqual({
    uid: "google:1815",
    email: "ada@example.com",
    name: "Ada Lovelace",
    picture: "https://pictures.example/ada.png",
    provider: "google",
  });
  const query = Object.fromEntries(google.asked.at(-1) ?? []);
  expect(query).toMatchObject({
    response_type: "code",
    client_id: googleClient.clientId,
    redirect_uri: CALLBACK,
    scope: "openid profile email",
    code_challenge_method: "S256",
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    state: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
});

describe("refuses", () => {
  test("a code for the second time", async () => {
    const { consent, authenticate } = visitor();
    const back = await consent();
    await authenticate(back);
    const again = visitor();
    const state = new URL(await again.consent()).searchParams.get("state") ?? "";
    const replay = new URL(back);
    replay.searchParams.set("state", state);
    expect(await codeOf(again.authenticate(replay.href))).not.toBe("signed in");
  });

  test("another's verifier", async () => {
    const { consent, authenticate } = visitor();
    const attempt = authenticate(await consent(), "somebody-else's-verifier-of-enough-characters");
    expect(await codeOf(attempt)).not.toBe("signed in");
  });

  test("a wrong client secret", async () => {
    const { consent, authenticate } = visitor("wrong secret");
    expect(await codeOf(authenticate(await consent()))).toBe("auth/invalid-api-key");
  });

  test("another callback", async () => {
    const { consent, authenticate } = visitor();
    const back = await consent();
    expect(await codeOf(authenticate(back, VERIFIER, `${CALLBACK}?x=1`))).toBe("auth/invalid-auth-event");
  });
});

describe("the strategy refuses", () => {
  test.each([
    ["an address that is not verified", { ...adaAtGoogle, email_verified: false }, "auth/unverified-email"],
    ["an address of which nothing is said", { sub: "1", email: "x@example.com" }, "auth/unverified-email"],
    ["nobody", { email_verified: true }, "auth/internal-error"],
    ["no address", { sub: "1", email_verified: true }, "auth/internal-error"],
  ])("%s", async (_name, user, code) => {
    google.user(user);
    const { consent, authenticate } = visitor();
    expect(await codeOf(authenticate(await consent()))).toBe(code);
  });

  test.each([
    ["token-error", "auth/internal-error"],
    ["wrong-client", "auth/invalid-api-key"],
    ["userinfo-error", "auth/internal-error"],
    ["denied", "auth/invalid-auth-event"],
  ] as const)("%s", async (fault, code) => {
    google.failNext(fault);
    const { consent, authenticate } = visitor();
    expect(await codeOf(authenticate(await consent()))).toBe(code);
  });

  test("a state that is not its own", async () => {
    const { consent, authenticate } = visitor();
    const back = new URL(await consent());
    back.searchParams.set("state", "forged");
    expect(await codeOf(authenticate(back.href))).toBe("auth/invalid-auth-event");
  });
});

test("nobody at Google's address is a network failure", async () => {
  const { consent } = visitor();
  const back = await consent();
  const state = new URL(back).searchParams.get("state");
  const session = createSession({ "oauth2:state": state });
  const client = { ...googleClient, apiBase: "http://127.0.0.1:9", callbackUrl: CALLBACK };
  const storage = {
    getSession: async () => session,
    commitSession: async () => "",
    destroySession: async () => "",
  };
  const attempt = authenticate(new PkceGoogleStrategy(client, VERIFIER), new Request(back), storage);
  expect(await codeOf(attempt)).toBe("auth/network-request-failed");
});
