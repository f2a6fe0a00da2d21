import { expect, test } from "vitest";
import { parseEnv } from "../platform/env.server.ts";
import { createReadClient, createWriteClient } from "./client.server.ts";

const HOSTED = { SANITY_PROJECT_ID: "abc123", SANITY_API_READ_TOKEN: "r", SANITY_API_WRITE_TOKEN: "w" };

test("reading uses the read token", () => {
  expect(createReadClient(parseEnv(HOSTED).content).config().token).toBe("r");
});

test("the write token does not stand in for a missing read token", () => {
  const { content } = parseEnv({ ...HOSTED, SANITY_API_READ_TOKEN: "" });
  expect(() => createReadClient(content)).toThrow(/SANITY_API_READ_TOKEN missing/);
  expect(() => createWriteClient(content)).not.toThrow();
});

test("a site without tokens reads what is public", () => {
  expect(createReadClient(parseEnv({ SANITY_PROJECT_ID: "abc123" }).content).config().token).toBeUndefined();
});
