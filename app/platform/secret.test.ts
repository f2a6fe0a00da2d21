import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseEnv } from "./env.server.ts";
import { keyedHash, loadSecret, openSealedText, sealText } from "./secret.server.ts";

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "secret-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

const envWith = (extra: Record<string, string>) =>
  parseEnv({ NODE_ENV: "development", DATA_DIR: join(directory, "data"), ...extra });

describe("loadSecret", () => {
  test("returns SESSION_SECRET and writes nothing", () => {
    expect(loadSecret(envWith({ SESSION_SECRET: "given" }))).toBe("given");
    expect(() => statSync(join(directory, "data"))).toThrow("ENOENT");
  });

  test("creates one secret, readable by its owner only", () => {
    const first = loadSecret(envWith({}));
    expect(Buffer.from(first, "base64url")).toHaveLength(32);
    expect(statSync(join(directory, "data", "session-secret")).mode & 0o777).toBe(0o600);
    expect(loadSecret(envWith({}))).toBe(first);
  });

  test("creates one for the embedded lake in production as well", () => {
    expect(loadSecret(envWith({ NODE_ENV: "production" }))).not.toBe("");
  });

  test("throws for a hosted dataset in production", () => {
    expect(() => loadSecret(envWith({ NODE_ENV: "production", SANITY_PROJECT_ID: "abc123" }))).toThrow(
      "SESSION_SECRET",
    );
  });

  test("throws when the stored secret is damaged", () => {
    loadSecret(envWith({}));
    writeFileSync(join(directory, "data", "session-secret"), "short");
    expect(() => loadSecret(envWith({}))).toThrow("damaged");
  });
});

describe("keyedHash", () => {
  test("depends on secret, purpose and data", () => {
    const hashes = [
      keyedHash("a", "p", "d"),
      keyedHash("b", "p", "d"),
      keyedHash("a", "q", "d"),
      keyedHash("a", "p", "e"),
    ].map((hash) => hash.toString("hex"));
    expect(new Set(hashes).size).toBe(4);
    expect(keyedHash("a", "p", "d").toString("hex")).toBe(hashes[0]);
  });
});

describe("sealText", () => {
  const seal = { secret: "secret", purpose: "test", owner: "account.1" };

  test("opens with the same seal, and no two sealed texts are equal", () => {
    const sealed = sealText("Zoë's secret", seal);
    expect(openSealedText(sealed, seal)).toBe("Zoë's secret");
    expect(sealText("Zoë's secret", seal)).not.toBe(sealed);
  });

  test.each([
    ["another secret", { secret: "another" }],
    ["another purpose", { purpose: "another" }],
    ["another owner", { owner: "account.2" }],
  ])("does not open with %s", (_name, other) => {
    expect(openSealedText(sealText("text", seal), { ...seal, ...other })).toBeNull();
  });

  test("does not open a changed, truncated or made-up text", () => {
    const bytes = Buffer.from(sealText("text", seal), "base64url");
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(openSealedText(changed.toString("base64url"), seal)).toBeNull();
      expect(openSealedText(bytes.subarray(0, index).toString("base64url"), seal)).toBeNull();
    }
    expect(openSealedText("not base64 %%%", seal)).toBeNull();
  });
});
