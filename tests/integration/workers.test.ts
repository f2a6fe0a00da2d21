import { rmSync } from "node:fs";
import http from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import * as tus from "tus-js-client";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { childrenOf, isAlive } from "../support/process-tree.ts";
import { pdfOfSize } from "../support/sample-files.ts";
import { lakeClient, lakeTokens, startSite, type RunningSite } from "../support/site.ts";

const WORKERS = { WEB_WORKERS: "2" };
/** On a machine that does much else. */
const LONG = { timeout: 20_000, interval: 100 };

let site: RunningSite;
beforeAll(async () => {
  site = await startSite({ env: WORKERS });
});
afterAll(() => site.stop());

function processes({ child }: RunningSite = site) {
  const all = childrenOf(child.pid ?? 0);
  const of = (program: string) =>
    all.filter(({ command }) => command.includes(program)).map(({ pid }) => pid);
  return { core: of("server/core.ts"), workers: of("front/worker.ts") };
}

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

interface Question {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** On a connection of its own: workers take turns, so two of these reach both. */
function ask(path: string, { method, headers = {}, body }: Question = {}): Promise<Answer> {
  const { port } = new URL(site.origin);
  const options = { host: "127.0.0.1", port, path, method: method ?? (body ? "POST" : "GET"), agent: false };
  return new Promise((resolve, reject) => {
    const asked = http.request({ ...options, headers: { host: `localhost:${port}`, ...headers } });
    asked.on("error", reject).on("response", (response) => {
      const answer = { status: response.statusCode ?? 0, headers: response.headers };
      text(response).then((text) => resolve({ ...answer, text }), reject);
    });
    asked.end(body);
  });
}

const both = (path: string, headers: Record<string, string> = {}) =>
  Promise.all([ask(path, { headers }), ask(path, { headers })]);

/** A page once both workers have it in memory. */
function kept(path: string): Promise<Answer[]> {
  return vi.waitFor(async () => {
    const answers = await both(path);
    for (const { headers } of answers) expect(headers.etag).toMatch(/^"[\w-]{27}"$/);
    return answers;
  }, LONG);
}

const editor = () => lakeClient(site, lakeTokens(site.dataDir).write);

describe("from a worker", () => {
  it("a page is the same as from any other, and not sent to who has it", async () => {
    const [one, two] = await kept("/about");
    expect(two?.text).toBe(one?.text);
    const compressed = await both("/about", { "accept-encoding": "br" });
    const etag = String(compressed[0]?.headers.etag);
    expect(compressed.map(({ headers }) => headers["content-encoding"])).toEqual(["br", "br"]);
    const again = await both("/about", { "accept-encoding": "br", "if-none-match": etag });
    expect(again.map(({ status, text }) => [status, text])).toEqual([
      [304, ""],
      [304, ""],
    ]);
    expect((await ask("/about", { method: "HEAD" })).text).toBe("");
  });

  it("a file comes compressed, for ever, with the headers of every answer", async () => {
    const [page] = await kept("/");
    const asset = /\/assets\/[\w.-]+\.css/.exec(page?.text ?? "")?.[0] ?? "";
    const { status, headers } = await ask(asset, { headers: { "accept-encoding": "br" } });
    expect([status, headers["content-encoding"]]).toEqual([200, "br"]);
    expect(headers["cache-control"]).toContain("immutable");
    expect(headers["x-content-type-options"]).toBe("nosniff");
  });

  it("what is refused at the door does not reach the core", async () => {
    expect((await ask("/", { headers: { host: "evil.example" } })).status).toBe(421);
  });
});

describe("through a worker", () => {
  it("a page that belongs to one visitor is made by the core and kept by nobody", async () => {
    const answers = await both("/thank-you?ref=abc");
    for (const { status, headers } of answers) {
      expect([status, headers.etag]).toEqual([200, undefined]);
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it("nobody can say that he is somebody else", async () => {
    const statuses: number[] = [];
    for (let n = 1; n <= 21; n++) {
      const forged = { "x-client-address": `192.0.2.${n}`, "x-forwarded-for": `192.0.2.${n}` };
      const body = new URLSearchParams({ email: `someone${n}@example.com` });
      const answer = await fetch(`${site.origin}/api/newsletter`, { method: "POST", body, headers: forged });
      statuses.push(answer.status);
    }
    // The limit is twenty for one address (app/newsletter).
    expect(statuses.indexOf(429)).toBe(20);
  });

  it("a file is uploaded in parts", async () => {
    const bytes = pdfOfSize(1_000_000);
    const metadata = { key: crypto.randomUUID(), draft: crypto.randomUUID(), filename: "plan.pdf" };
    const url = await new Promise<string | null>((resolve, reject) => {
      const upload = new tus.Upload(bytes, {
        endpoint: `${site.origin}/api/uploads`,
        chunkSize: 300_000,
        metadata,
        onError: reject,
        onSuccess: () => resolve(upload.url),
      });
      upload.start();
    });
    const head = await fetch(url ?? "", { method: "HEAD", headers: { "tus-resumable": "1.0.0" } });
    expect(head.headers.get("upload-offset")).toBe(String(bytes.length));
  });

  it("who listens hears what happens at once", async () => {
    const heard: string[] = [];
    const listening = editor()
      .listen("*[_id == 'homePage']", {}, { events: ["welcome", "mutation"] })
      .subscribe(({ type }) => heard.push(type));
    await vi.waitFor(() => expect(heard).toContain("welcome"), LONG);
    await editor().patch("homePage").set({ headline: "Heard at once" }).commit();
    await vi.waitFor(() => expect(heard).toContain("mutation"), LONG);
    listening.unsubscribe();
  });
});

describe("a publication", () => {
  it("is on every worker before the editor hears that it is done", async () => {
    await kept("/");
    await kept("/contract");
    for (let n = 0; n < 10; n++) {
      const headline = `Published for the ${n}. time`;
      await editor().patch("homePage").set({ headline }).commit();
      for (const { text } of await both("/")) expect(text).toContain(headline);
    }
    const service = { query: `*[_type == "orderService" && serviceId == "websiteDevelopment"]` };
    await editor().patch(service).set({ priceCents: 64_321 }).commit();
    for (const { text } of await both("/contract")) expect(text).toContain("643.21");
  });
});

describe("a process that is killed", () => {
  it("a worker: the others go on, and there is a new one", async () => {
    await kept("/");
    const { workers } = processes();
    process.kill(workers[0] ?? 0, "SIGKILL");
    await vi.waitFor(() => expect(isAlive(workers[0] ?? 0)).toBe(false), LONG);
    for (let n = 0; n < 4; n++) expect((await ask("/")).status).toBe(200);
    await vi.waitFor(() => expect(processes().workers).toHaveLength(2), LONG);
    await kept("/");
  });

  it("the core: pages go on, what can wait for it waits, and nothing that is old is shown afterwards", async () => {
    const [before] = await kept("/");
    const { core } = processes();
    // Asked all the time that it is away: when that ends is not for the test to say.
    const probes: Promise<Answer>[] = [];
    const probing = setInterval(() => probes.push(ask("/readyz")), 20);
    process.kill(core[0] ?? 0, "SIGKILL");
    await vi.waitFor(() => expect(isAlive(core[0] ?? 0)).toBe(false), LONG);
    for (const { status, text } of await both("/")) expect([status, text]).toEqual([200, before?.text]);
    const [session, ...pages] = await Promise.all([ask("/api/session"), ask("/"), ask("/")]);
    clearInterval(probing);
    expect([session, ...pages].map((answer) => answer?.status)).toEqual([200, 200, 200]);
    expect((await Promise.all(probes)).map(({ status }) => status)).toContain(503);
    const headline = "Published by the next core";
    await editor().patch("homePage").set({ headline }).commit();
    for (const { text } of await both("/")) expect(text).toContain(headline);
  });
});

describe("all processes", () => {
  it("are replaced one after another without a request that fails", async () => {
    const before = processes();
    const done = new AbortController();
    const statuses = new Map<string, number>();
    const note = (what: string) => statuses.set(what, (statuses.get(what) ?? 0) + 1);
    const visit = async (path: string, init: RequestInit) => {
      while (!done.signal.aborted) {
        const status = await fetch(site.origin + path, init).then(
          async (answer) => `${answer.status} ${(await answer.text()).length > 0}`,
          (error: Error) => `${error.message} ${String(error.cause)}`,
        );
        note(`${init.method ?? "GET"} ${path} ${status}`);
        await sleep(20);
      }
    };
    const viewed = { method: "POST", body: JSON.stringify({ path: "/about" }) };
    const json = { "content-type": "application/json" };
    const load = [
      ...["/", "/about", "/api/session", "/thank-you"].map((path) => visit(path, {})),
      visit("/api/page-view", { ...viewed, headers: json }),
    ];
    site.child.kill("SIGUSR2");
    await vi.waitFor(() => {
      const now = processes();
      expect([now.core.length, now.workers.length]).toEqual([1, 2]);
      for (const pid of [...before.core, ...before.workers])
        expect([...now.core, ...now.workers]).not.toContain(pid);
    }, 50_000);
    done.abort();
    await Promise.all(load);
    const failed = [...statuses.keys()].filter((what) => !/ 20[04] /.test(what));
    expect(failed).toEqual([]);
    expect(statuses.size).toBe(load.length);
  });

  it("leave together when the first of them is killed, and the next start finds everything free", async () => {
    const { core, workers } = processes();
    const { port } = new URL(site.origin);
    const { dataDir } = site;
    await site.kill();
    await vi.waitFor(() => expect([...core, ...workers].filter(isAlive)).toEqual([]), LONG);
    site = await startSite({ env: WORKERS, port: Number(port), dataDir });
    expect((await ask("/")).text).toContain("Published by the next core");
  });

  it("stop together when they are told, after the last answer", async () => {
    const all = Object.values(processes()).flat();
    const { port } = new URL(site.origin);
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "transfer-encoding": "chunked",
      host: `localhost:${port}`,
    };
    const posted = http.request({ host: "127.0.0.1", port, path: "/api/contact", method: "POST", headers });
    const answered = new Promise((resolve, reject) => {
      posted.once("response", (response) => resolve(response.resume().statusCode));
      posted.once("error", reject);
    });
    const stream = await fetch(`${site.origin}/lake/v2025-02-19/data/listen/production?query=*`);
    const heard = stream.text();
    posted.write("name=Ada&email=ada%40example.com&");
    await sleep(300);
    const stopped = site.stop();
    await sleep(500);
    posted.end("message=Last+words");
    expect([await answered, await stopped]).toEqual([200, 0]);
    expect(await heard).toContain("event: welcome");
    expect(all.filter(isAlive)).toEqual([]);
    rmSync(site.dataDir, { recursive: true, force: true });
  });
});
