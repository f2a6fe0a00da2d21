import { rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { serveLake } from "./lake-process.ts";
import type { ServedLake } from "./lake-process.ts";
import { newDirectory } from "./start-lake.ts";

const STUDIO = "http://localhost:3333";
/** Taken beside the codes of the terminal. */
const TOKEN = "a-token-of-mine";

let folder: string;
let lake: ServedLake;
let host: string;

beforeAll(async () => {
  folder = newDirectory();
  lake = await serveLake(["--port", "0", "--memory", "--base-path", "/api", "--token", TOKEN], folder);
  ({ host } = new URL(lake.url));
});
afterAll(async () => {
  await lake.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Sent {
  method?: string;
  /** May name any `host`, which fetch does not let a caller do. */
  headers?: Record<string, string>;
  body?: string;
}

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const ask = (path: string, { method = "GET", headers = {}, body = "" }: Sent = {}, to = lake.url) =>
  new Promise<Received>((resolve, reject) => {
    const request = httpRequest(`${to}${path}`, { method, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    });
    request.on("error", reject).end(body);
  });

const pageFor = (studio: string, headers: Record<string, string> = {}) =>
  ask(`/auth/login?origin=${encodeURIComponent(studio)}`, { headers });

const submit = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  ask("/auth/login", {
    method: "POST",
    headers: { origin: `http://${host}`, "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });

const ADMIN = { role: "admin", origin: `${STUDIO}/structure?a=b`, code: TOKEN };

/** Signs in. Returns what a browser sends back. */
async function signIn(role: string): Promise<string> {
  const { headers } = await submit({ ...ADMIN, role });
  return String(headers["set-cookie"]).split(";")[0] ?? "";
}

const me = (cookie: string, headers: Record<string, string> = {}) =>
  ask("/v1/users/me", { headers: { cookie, ...headers } });

describe("the sign-in of the command", () => {
  test("gives the chosen role and returns to the Studio", async () => {
    const page = await pageFor(`${STUDIO}/structure`, { host: host.replace("127.0.0.1", "localhost") });
    expect(page.status).toBe(200);
    expect(page.text).toContain("Continue as administrator");
    expect(page.headers["content-security-policy"]).toMatch(/frame-ancestors 'none'/);
    const answer = await submit(ADMIN);
    expect([answer.status, answer.headers.location]).toEqual([303, ADMIN.origin]);
    expect(String(answer.headers["set-cookie"])).toMatch(/Path=\/api; HttpOnly; SameSite=Strict$/);
    for (const [role, name] of [
      ["admin", "administrator"],
      ["editor", "editor"],
    ] as const) {
      const cookie = await signIn(role);
      const user = await me(cookie, { origin: STUDIO });
      expect(JSON.parse(user.text)).toMatchObject({ id: `local-${role}`, role: name });
      expect(user.headers["access-control-allow-credentials"]).toBe("true");
    }
  });

  test("takes the code of the terminal once, and prints the next one", async () => {
    const printed = await serveLake(["--port", "0", "--memory"], folder);
    const post = (code: string) =>
      ask(
        "/auth/login",
        {
          method: "POST",
          headers: {
            origin: new URL(printed.url).origin,
            "content-type": "application/x-www-form-urlencoded",
          },
          body: new URLSearchParams({ ...ADMIN, code }).toString(),
        },
        printed.url,
      );
    try {
      const [, address = ""] = /(http\S+code=\S+)/.exec(printed.output()) ?? [];
      const { host: name, hostname, searchParams } = new URL(address);
      const code = searchParams.get("code") ?? "";
      expect([hostname, searchParams.get("origin")]).toEqual(["localhost", STUDIO]);
      const page = await ask(`/auth/login?${searchParams}`, { headers: { host: name } }, printed.url);
      expect(page.text).toContain(`value="${code}"`);
      expect(await post(code)).toMatchObject({ status: 303 });
      await expect.poll(printed.output).toMatch(/next code is /);
      const [, next = ""] = /next code is (\S+)/.exec(printed.output()) ?? [];
      expect(next).not.toBe(code);
      expect(await post(code)).toMatchObject({ status: 403 });
      expect(await post(next)).toMatchObject({ status: 303 });
    } finally {
      await printed.stop();
    }
  });

  test("is at the name of this machine that the Studio has, whose cookie its pages send", async () => {
    const { port } = new URL(lake.url);
    for (const name of ["localhost", "127.0.0.1"]) {
      const other = name === "localhost" ? "127.0.0.1" : "localhost";
      const headers = { host: `${name}:${port}` };
      const list = await ask("/v1/auth/providers", { headers });
      expect(list.text).toContain(`"url":"http://${name}:${port}/api/auth/login"`);
      expect((await pageFor(`http://${name}:3333`, headers)).status).toBe(200);
      const sent = await pageFor(`http://${other}:3333/a?b=1`, headers);
      const there = `http://${other}:${port}/api/auth/login?origin=${encodeURIComponent(`http://${other}:3333/a?b=1`)}`;
      expect([sent.status, sent.headers.location]).toEqual([302, there]);
    }
  });

  test("ends with sign-out, here and not for others", async () => {
    const [cookie, other] = [await signIn("admin"), await signIn("admin")];
    await ask("/v1/auth/logout", { method: "POST", headers: { cookie, origin: STUDIO } });
    expect([(await me(cookie)).text, (await me(other)).text]).toEqual([
      "{}",
      expect.stringContaining("admin"),
    ]);
  });

  test.each([
    ["a foreign name that resolves to this machine", { host: "rebound.example:3900" }],
    ["a foreign name with the port of the lake", { host: "localhost.rebound.example" }],
    ["another port", { host: "localhost:1" }],
    ["a proxy", { "x-forwarded-for": "203.0.113.1" }],
    ["a tunnel", { "x-forwarded-host": "tunnel.example" }],
  ])("is not there behind %s", async (_, headers: Record<string, string>) => {
    const origin = headers["host"] ? `http://${headers["host"]}` : `http://${host}`;
    const answers = [await pageFor(STUDIO, headers), await submit(ADMIN, { ...headers, origin })];
    for (const { status, headers } of answers)
      expect([status, headers["set-cookie"]]).toEqual([403, undefined]);
  });

  test.each([
    ["a foreign page", "https://evil.example"],
    ["a page of another port", "http://localhost:4000"],
    ["a Studio's own page", STUDIO],
    ["a sandboxed page", "null"],
    ["nobody knows where", ""],
  ])("takes no form of %s", async (_, origin) => {
    const { status, headers } = await submit(ADMIN, { origin });
    expect([status, headers["set-cookie"]]).toEqual([403, undefined]);
  });

  test.each([
    "https://evil.example/",
    "http://localhost:3333.evil.example/",
    "http://localhost:3333@evil.example/",
    "//evil.example",
    "javascript:alert(1)",
    `blob:${STUDIO}/1`,
    `"><script>alert(1)</script>`,
    "",
  ])("returns to no page of an unknown origin: %s", async (origin) => {
    const answers = [await pageFor(origin), await submit({ ...ADMIN, origin })];
    for (const { status, headers, text } of answers) {
      expect([status, headers["set-cookie"], headers.location]).toEqual([400, undefined, undefined]);
      expect(text).not.toContain("<script");
    }
  });

  test.each([
    ["a role that does not exist", { role: "constructor" }, {}],
    ["no role", { role: "" }, {}],
    ["a long body", { note: "x".repeat(5000) }, {}],
    ["a body of another type", {}, { "content-type": "text/plain" }],
  ])("answers %s with 400", async (_, fields, headers) => {
    const answer = await submit({ ...ADMIN, ...fields }, headers);
    expect([answer.status, answer.headers["set-cookie"]]).toEqual([400, undefined]);
  });

  test("escapes the address of the Studio", async () => {
    const { text } = await pageFor(`${STUDIO}/?a="><script>&b=1`);
    expect(text).not.toContain("<script");
  });

  test("gives pages of other origins nothing of a session", async () => {
    const cookie = await signIn("admin");
    for (const origin of ["http://localhost:4000", "https://evil.example"]) {
      const { status, headers } = await me(cookie, { origin });
      expect([status, headers["access-control-allow-origin"]]).toEqual([403, undefined]);
    }
  });

  // What a reverse proxy, an SSH tunnel or another container on the host's network sends, if it adds no header.
  test("signs nobody in without a code, however local the request looks", async () => {
    for (const code of ["", "wrong", TOKEN.slice(0, -1), `${TOKEN}x`]) {
      const { status, headers, text } = await submit({ ...ADMIN, code });
      expect([status, headers["set-cookie"]]).toEqual([403, undefined]);
      expect(text).toContain("That code is not right");
    }
    await submit({ ...ADMIN, code: "wrong" });
    const late = await submit(ADMIN);
    expect([late.status, late.headers["set-cookie"], late.headers["retry-after"]]).toEqual([
      429,
      undefined,
      "60",
    ]);
  });

  test.each([
    ["an address of the network", ["--host", "0.0.0.0"]],
    ["a public address", ["--public-url", "https://lake.example"]],
  ])("is off at %s", async (_, options) => {
    const open = await serveLake(["--port", "0", "--memory", ...options], folder);
    try {
      const to = open.url.replace("0.0.0.0", "127.0.0.1");
      const headers = { origin: new URL(to).origin, "content-type": "application/x-www-form-urlencoded" };
      const body = new URLSearchParams(ADMIN).toString();
      const answers = [
        await ask(`/auth/login?origin=${STUDIO}`, {}, to),
        await ask("/auth/login", { method: "POST", headers, body }, to),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 405]);
      expect((await ask("/v1/auth/providers", {}, to)).text).toBe(`{"providers":[]}`);
      expect(open.output()).not.toContain("lakelet/studio");
    } finally {
      await open.stop();
    }
  });
});
