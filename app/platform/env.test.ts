import { readFileSync } from "node:fs";
import { parseEnv as parseDotenv } from "node:util";
import { describe, expect, it } from "vitest";
import { envNames, parseEnv } from "./env.server.ts";

const example = parseDotenv(readFileSync(new URL("../../.env.example", import.meta.url), "utf8"));

describe(".env.example", () => {
  it("lists every variable and no other", () => {
    expect(Object.keys(example).toSorted()).toEqual(
      envNames.filter((name) => name !== "NODE_ENV").toSorted(),
    );
  });

  it("is the default configuration", () => {
    expect(parseEnv(example as Record<string, string>)).toEqual(parseEnv({}));
  });
});

describe("parseEnv", () => {
  it("runs embedded with everything off when nothing is set", () => {
    const env = parseEnv({});
    expect(env.content).toMatchObject({ mode: "embedded", projectId: "local", dataset: "production" });
    expect([env.stripe, env.google, env.redis, env.mail, env.analytics]).toEqual(
      Array.from({ length: 5 }, () => ({ on: false })),
    );
  });

  it("treats blank as unset", () => {
    expect(parseEnv({ SANITY_PROJECT_ID: "  ", PORT: "" })).toEqual(parseEnv({}));
  });

  it("is hosted when a project is set", () => {
    const env = parseEnv({
      SANITY_PROJECT_ID: "abc123",
      SANITY_API_READ_TOKEN: "r",
      SANITY_API_WRITE_TOKEN: "w",
    });
    expect(env.content).toMatchObject({
      mode: "hosted",
      projectId: "abc123",
      readToken: "r",
      writeToken: "w",
    });
  });

  it.each([
    [{ STRIPE_SECRET_KEY: "sk" }, /Stripe is half configured: STRIPE_PUBLISHABLE_KEY/],
    [{ GOOGLE_CLIENT_ID: "id" }, /Google sign-in is half configured: GOOGLE_CLIENT_SECRET/],
    [{ UPSTASH_REDIS_REST_TOKEN: "t" }, /Upstash Redis is half configured: UPSTASH_REDIS_REST_URL/],
    [
      { S3_BUCKET: "uploads", S3_REGION: "eu" },
      /S3 is half configured: S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY missing/,
    ],
    [{ S3_BUCKET: "Uploads/of us" }, /S3_BUCKET/],
    [{ S3_ENDPOINT: "s3.example.com" }, /S3_ENDPOINT/],
    [{ AUTH_TOKEN_SYNC_URL: "https://evil.example/sync" }, /AUTH_TOKEN_SYNC_URL/],
    [{ AUTH_TOKEN_SYNC_URL: "//evil.example/sync" }, /AUTH_TOKEN_SYNC_URL/],
    [{ PORT: "eighty" }, /PORT/],
    [{ PUBLIC_URL: "example.com" }, /PUBLIC_URL/],
    [{ LOG_LEVEL: "loud" }, /LOG_LEVEL/],
    [{ ADMIN_EMAILS: "a@x.example,b@x.example,c@x.example" }, /ADMIN_EMAILS lists 3 addresses; at most 2/],
  ])("says what is wrong with %o", (source, message) => {
    expect(() => parseEnv(source)).toThrow(message);
  });

  it("lower-cases admin emails", () => {
    expect(parseEnv({ ADMIN_EMAILS: "A@Example.com, b@example.com" }).adminEmails).toEqual([
      "a@example.com",
      "b@example.com",
    ]);
  });
});
