import { beforeEach, expect, test, vi } from "vitest";
import { pageServer } from "../../tests/support/form-endpoint.ts";
import { WAIT } from "../../tests/support/timeouts.ts";
import { syncToken } from "./session-client.ts";
import type { CurrentUser } from "./session.ts";

/** Requests to the receiver of tokens, over real HTTP. */
let heard: string[];
pageServer((request, response) => {
  heard.push(`${request.method} ${request.url} ${request.headers.authorization ?? "-"}`);
  response.writeHead(204).end();
});
beforeEach(() => {
  heard = [];
  localStorage.clear();
});

const ada: CurrentUser = { uid: "1", email: "a@example.com", name: null, picture: null, provider: "google" };
const signIn = (signedInAt: number, token: string | null = "token") => ({ path: "/sync", token, signedInAt });
const nobody = { path: "/sync", token: null, signedInAt: null };
/** Sends a last request, after which no earlier one can be pending. */
async function settled(): Promise<string[]> {
  await fetch("/settled", {});
  return heard.filter((line) => !line.includes("/settled"));
}

test("is posted once a sign-in, however many tabs ask, and again for the next", async () => {
  for (const at of [1, 1, 1, 2]) syncToken(signIn(at), ada);
  await vi.waitFor(() => expect(heard).toHaveLength(2), WAIT);
  expect(await settled()).toEqual(["POST /sync Bearer token", "POST /sync Bearer token"]);
});

test("is taken back once on sign-out, and only where it was handed on", async () => {
  syncToken(nobody, null);
  expect(await settled()).toEqual([]);
  syncToken(signIn(1), ada);
  await vi.waitFor(() => expect(heard).toContain("POST /sync Bearer token"), WAIT);
  syncToken(nobody, null);
  syncToken(nobody, null);
  await vi.waitFor(() => expect(heard).toContain("DELETE /sync -"), WAIT);
  expect((await settled()).filter((line) => line.startsWith("DELETE"))).toHaveLength(1);
});

test("an old sign-in hands nothing on", async () => {
  syncToken(signIn(1, null), ada);
  expect(await settled()).toEqual([]);
});
