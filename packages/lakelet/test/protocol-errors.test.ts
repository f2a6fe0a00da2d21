import { ClientError, isQueryParseError, ServerError } from "@sanity/client";
import { describe, expect, test } from "vitest";
import { opened } from "./opened.ts";
import { clientOn, startLake } from "./start-lake.ts";

const started = opened(() => startLake({ publicRead: true }));

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.unreachable("it should have failed"),
    (error: unknown) => error,
  );

describe("the client understands", () => {
  test("a query that is not GROQ, with the place", async () => {
    const error = await failureOf(started.writer.fetch("*[_type == "));
    expect(error).toBeInstanceOf(ClientError);
    expect((error as ClientError).statusCode).toBe(400);
    expect(isQueryParseError((error as ClientError).details as object)).toBe(true);
    expect((error as ClientError).message).toMatch(/GROQ query parse error:\n> 1 \| \*\[_type == /);
  });

  test.each([
    ["an unknown function", "nosuch(1)"],
    ["a function that groq-js lacks", `*[media::aspect(1, 2)]`],
    ["a parameter that is missing", "*[_id == $id]"],
    ["nothing but spaces", " "],
  ])("%s", async (_, query) => {
    await started.writer.createOrReplace({ _id: "any", _type: "note" });
    const error = await failureOf(started.writer.fetch(query));
    expect(error).toBeInstanceOf(ClientError);
    expect((error as ClientError).statusCode).toBe(400);
  });

  test.each([600, 1200, 3000, 9000])("brackets within each other, %i deep", async (depth) => {
    const nested = (inner: string) => `*[${"[".repeat(depth)}${inner}${"]".repeat(depth)} == 1]`;
    for (const query of [nested('title match "a"'), nested('title match text::query("a")')]) {
      const answer = await started.writer.fetch<unknown>(query).catch((error: unknown) => error);
      // The limit depends on the stack; exceeding it is a 400.
      if (answer instanceof Error) expect(answer).toMatchObject({ statusCode: 400 });
      else expect(answer).toEqual([]);
    }
  });

  test("no token", async () => {
    const error = await failureOf(started.anonymous.create({ _type: "note" }));
    expect(error).toBeInstanceOf(ClientError);
    expect((error as ClientError).statusCode).toBe(401);
    expect((error as ClientError).responseBody).toContain('"errorCode": "SIO-401-ANF"');
  });

  test("a token nobody gave out, even for reading", async () => {
    const stranger = clientOn(started.url, { token: "sk-not-a-token" });
    expect(await failureOf(stranger.fetch("*"))).toMatchObject({ statusCode: 401 });
  });

  test("a token that may not write", async () => {
    const error = await failureOf(started.reader.create({ _type: "note" }));
    expect(error).toBeInstanceOf(ClientError);
    expect(error).toMatchObject({
      statusCode: 403,
      details: { items: [{ error: { type: "insufficientPermissionsError", permission: "create" } }] },
    });
  });

  test("a lake that is closed: worth trying again", async () => {
    const other = await startLake();
    await other.lake.close();
    expect(await failureOf(other.writer.create({ _type: "note" }))).toBeInstanceOf(ServerError);
    await other.stop();
  });
});

describe("a request the lake does not know", () => {
  test("is not found, in JSON, and goes into the ledger", async () => {
    const before = started.lake.ledger.length;
    const response = await fetch(`${started.url}/v2025-02-19/no/such/path`, { method: "POST" });
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({ statusCode: 404, error: "Not Found" });
    expect(started.lake.ledger.slice(before)).toMatchObject([
      { method: "POST", path: "/lake/v2025-02-19/no/such/path" },
    ]);
  });

  test("by its method is told which ones there are", async () => {
    const response = await fetch(`${started.url}/v1/data/query/production`, { method: "DELETE" });
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET, POST");
  });

  test.each([
    "/v1",
    "/",
    "",
    "/v20/data/query/production",
    "/data/query/production",
    "/v1/data/query",
    "/v1/graphql/production/default",
  ])("nor is %s", async (path) => {
    expect((await fetch(started.url + path)).status).toBe(404);
  });

  test("nor is anything outside the base path", async () => {
    const outside = started.url.replace("/lake", "/lakes");
    expect((await fetch(`${outside}/v1/ping`)).status).toBe(404);
    expect((await fetch(started.url.replace("/lake", "/v1/ping"))).status).toBe(404);
  });
});

test("an answer is never cached, and HEAD has no body", async () => {
  const response = await fetch(`${started.url}/v1/data/query/production?query=1`, { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(await response.text()).toBe("");
});
