import { existsSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import type { IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { UsageError, parseOptions } from "../bin/options.ts";
import { COMMANDS, takesOption, usageOf } from "../bin/usage.ts";
import type { Command } from "../bin/usage.ts";
import { commandRunner, readTokens, serveLake } from "./lake-process.ts";
import type { ServedLake } from "./lake-process.ts";
import { clientOn, newDirectory } from "./start-lake.ts";

let folder: string;
let served: ServedLake | undefined;

beforeEach(() => {
  folder = newDirectory();
  writeFileSync(join(folder, "seed.ndjson"), `{"_id":"hello","_type":"post","title":"Hello"}\n`);
});

afterEach(async () => {
  await served?.stop();
  served = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const serve = async (...args: string[]): Promise<ServedLake> =>
  (served = await serveLake(["--port", "0", ...args], folder));

/** Values for options, by what the help calls them. */
const VALUES: Record<string, string> = {
  number: "4000",
  url: "http://localhost:1",
  path: "/x",
  name: "staging",
};

let runner: ReturnType<typeof commandRunner>;
beforeAll(() => {
  runner = commandRunner();
});
afterAll(() => runner.stop());

const run = (...args: string[]) => runner.run(args, folder);

describe("lakelet", () => {
  test("serves ./.lake and prints what a client needs", async () => {
    const { url, output } = await serve();
    const { write } = readTokens(join(folder, ".lake"));
    expect(output()).toContain(join(folder, ".lake"));
    for (const line of [
      `projectId: "local", dataset: "production"`,
      `apiHost: "${url}"`,
      `token: "${write}"`,
    ])
      expect(output()).toContain(line);
    const client = clientOn(url, { token: write });
    await client.create({ _id: "a", _type: "note" });
    expect(await client.getDocument("a")).toMatchObject({ _id: "a" });
    await expect(clientOn(url).fetch("*")).rejects.toMatchObject({ statusCode: 401 });
    // Larger than a site's lake takes, and as large as one request can make it.
    const body = Array.from({ length: 3000 }, (_, n) => ({ _key: String(n), text: "x".repeat(1000) }));
    await client.create({ _id: "large", _type: "note", body });
    expect(await client.fetch(`count(*[_id == "large"][0].body)`)).toBe(3000);
    expect(existsSync(join(folder, ".lake/.gitignore"))).toBe(true);
  });

  test("keeps idle connections longer than clients and proxies do", async () => {
    const { url } = await serve("--memory");
    const agent = new Agent({ keepAlive: true });
    const headers = await new Promise<IncomingHttpHeaders>((resolve, reject) => {
      get(`${url}/v1/ping`, { agent }, (response) => resolve(response.resume().headers)).once(
        "error",
        reject,
      );
    });
    agent.destroy();
    const [, seconds] = /timeout=(\d+)/.exec(String(headers["keep-alive"])) ?? [];
    expect(Number(seconds)).toBeGreaterThan(65);
  });

  test("keeps nothing with --memory, and says who may reach every interface", async () => {
    const args = ["--memory", "--token", "a-token-of-mine", "--public-read", "--host", "0.0.0.0"];
    const { url, output } = await serve(...args);
    await clientOn(url, { token: "a-token-of-mine" }).create({ _id: "a", _type: "note" });
    expect(await clientOn(url).fetch("*[]._id")).toEqual(["a"]);
    expect(existsSync(join(folder, ".lake"))).toBe(false);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(output()).toContain("Other machines may reach this server");
  });

  test("serves several datasets, each with its own documents and event streams", async () => {
    const args = ["--token", "a-token-of-mine", "--dataset", "production", "--dataset", "staging"];
    const { url } = await serve(...args);
    const token = "a-token-of-mine";
    const [production, staging] = ["production", "staging"].map((dataset) =>
      clientOn(url, { token, dataset }),
    );
    await production?.create({ _id: "a", _type: "note" });
    await staging?.create({ _id: "b", _type: "note" });
    expect(await production?.fetch("*[]._id")).toEqual(["a"]);
    expect(await staging?.fetch("*[]._id")).toEqual(["b"]);
    expect(await production?.datasets.list()).toMatchObject([{ name: "production" }, { name: "staging" }]);
    await expect(clientOn(url, { token, dataset: "other" }).fetch("*")).rejects.toMatchObject({
      statusCode: 404,
    });
    const asset = await staging?.assets.upload("file", Buffer.from("text"), { filename: "a.txt" });
    expect(await (await fetch(asset?.url ?? "")).text()).toBe("text");
  });

  test("lets pages of an --origin read responses, and says so", async () => {
    const { url } = await serve("--origin", "http://localhost:3333/");
    const check = async (origin: string) => {
      const response = await fetch(`${url}/v1/check/cors`, { headers: { origin } });
      const { result } = (await response.json()) as { result: { allowed: boolean } };
      return [response.headers.get("access-control-allow-origin"), result.allowed];
    };
    expect(await check("http://localhost:3333")).toEqual(["http://localhost:3333", true]);
    expect(await check("http://localhost:4444")).toEqual([null, false]);
  });

  test("seeds an empty dataset once", async () => {
    const first = await serve("--seed", "seed.ndjson");
    expect(first.output()).toMatch(/^Seeded production with 1 document[^]*lakelet serves/);
    await first.stop();
    const second = await serve("--seed", "seed.ndjson");
    expect(second.output()).toContain("Not seeded: production has 1 document");
  });
});

describe("import, export, backup, reset and doctor", () => {
  const steps = async () => {
    const export_ = async (file: string) => (await run("export", file)).output;
    expect(await run("import", "seed.ndjson")).toMatchObject({ code: 0 });
    expect(await run("import", "seed.ndjson")).toMatchObject({
      code: 1,
      errors: expect.stringMatching(/already exists[^]*--replace overwrites documents that exist/),
    });
    expect(await run("import", "seed.ndjson", "--replace")).toMatchObject({ code: 0 });
    expect(await export_("content.tar.gz")).toContain("1 document and 0 assets");
    expect(await run("import", "content.tar.gz", "--missing")).toMatchObject({ code: 0 });
    expect(await run("doctor")).toMatchObject({ code: 0 });
  };

  test("work on the directory", async () => {
    await steps();
    // A server that was killed while it wrote this.
    writeFileSync(join(folder, ".lake/running.json"), '{"url":"http:');
    const [, backup = ""] = /are in (\S+)/.exec((await run("backup")).output) ?? [];
    expect((await run("reset")).output).toContain("deleted");
    expect(await run("import", backup)).toMatchObject({
      output: expect.stringContaining("1 document imported"),
    });
  });

  test("say that a clock was wrong, and bring times back", async () => {
    await run("import", "seed.ndjson");
    const database = new DatabaseSync(join(folder, ".lake/lake.db"));
    database.exec("UPDATE tx SET timestamp = '2099-01-01T00:00:00.000Z'");
    database.close();
    expect((await run("doctor")).output).toMatch(/2099-01-01\S+ is \d+ days ahead.*lakelet reset/);
    for (const command of ["export content.tar.gz", "reset", "import content.tar.gz"])
      await run(...command.split(" "));
    expect(await run("doctor")).toMatchObject({ code: 0 });
  });

  test("go through a running server, except reset", async () => {
    const { url } = await serve("--token", "a-token-of-mine");
    await steps();
    expect(await clientOn(url, { token: "a-token-of-mine" }).fetch("*[]._id")).toEqual(["hello"]);
    expect(await run("reset")).toMatchObject({
      code: 1,
      errors: expect.stringContaining("in use by another process"),
    });
  });
});

describe("--help", () => {
  const commands = Object.keys(COMMANDS) as Command[];

  test("lists the commands, or the options of one; a mistake names the help to read", async () => {
    const { output } = await run("--help");
    for (const command of commands) expect(output).toContain(command);
    const one = { code: 0, errors: "", output: `${usageOf("export")}\n` };
    expect(await run("export", "--help")).toEqual(one);
    expect(await run("--data", "x", "export", "--fast")).toMatchObject({
      code: 2,
      errors: expect.stringContaining("lakelet export --help lists"),
    });
  });

  test.each(commands)("of %s lists the options that it takes, and no other", (command) => {
    const usage = usageOf(command);
    const listed = Array.from(usage.matchAll(/^ {2}--([a-z-]+)(?: <(\w+)>)?/gm), ([, name = "", value]) => ({
      name,
      args: [`--${name}`, ...(value === undefined ? [] : [VALUES[value] ?? "text-text"])],
    }));
    expect(listed.length).toBeGreaterThan(2);
    const source = command === "import" ? ["file.ndjson"] : [];
    for (const { args } of listed) expect(() => parseOptions([command, ...source, ...args])).not.toThrow();
    const foreign = ["memory", "replace"].filter((name) => !takesOption(command, name));
    for (const name of foreign) {
      expect(usage).not.toContain(`--${name}`);
      expect(() => parseOptions([command, ...source, `--${name}`])).toThrow(`--${name} is an option of`);
    }
    const [, example = ""] = /Example: lakelet (.+)/.exec(usage) ?? [];
    expect(() => parseOptions(example.split(" "))).not.toThrow();
  });
});

describe("what cannot be done is said in plain words", () => {
  test.each([
    ["an unknown option", ["--directory", "x"], "Unknown option '--directory'"],
    ["an unknown command", ["start"], 'There is no command "start"'],
    ["a port that is none", ["--port", "high"], '--port is a number from 0 to 65535, not "high"'],
    ["a cache of no size", ["--cache-mb", "-1"], "--cache-mb"],
    ["an origin that is none", ["--origin", "localhost"], '"localhost" is not an origin'],
    ["a dataset that is a path", ["--dataset", "../x"], '"../x" is not a name for a dataset'],
    ["a base path that is none", ["--base-path", "lake"], '--base-path is a path such as /lake, not "lake"'],
    ["a spaced project id", ["--project-id", "a b"], "--project-id has letters, digits and dashes only"],
    ["a short token", ["--token", "abc"], "--token has at least 8 characters"],
    ["an import of nothing", ["import"], "lakelet import needs a file or folder"],
    ["an option of another command", ["export", "--memory"], "--memory is an option of lakelet serve"],
    ["two datasets for one file", ["export", "--dataset", "a", "--dataset", "b"], "export takes one dataset"],
  ])("%s", (_name, args, message) => {
    expect(() => parseOptions(args)).toThrow(UsageError);
    expect(() => parseOptions(args)).toThrow(message);
  });

  test("a port that is taken", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const { code, errors } = await run("--port", String(port));
    other.close();
    expect(code).toBe(1);
    expect(errors).toContain(`Port ${port} of 127.0.0.1 is taken`);
  });

  test("an address of another machine, and an export of nothing", async () => {
    expect(await run("--memory", "--host", "192.0.2.1")).toMatchObject({
      code: 1,
      errors: expect.stringContaining("not an address of this machine"),
    });
    expect(await run("export", "--dataset", "other")).toMatchObject({
      code: 1,
      errors: expect.stringContaining('There is no dataset "other" in .lake'),
    });
  });

  test("a source that is not there", async () => {
    const { code, errors } = await run("import", "nothing.ndjson");
    expect(code).toBe(1);
    expect(errors).toContain("nothing.ndjson cannot be imported: ENOENT");
  });

  test.each([
    ["cut", (file: string) => truncateSync(file, 9000)],
    ["not a database", (file: string) => writeFileSync(file, "x".repeat(9000))],
    ["empty", (file: string) => truncateSync(file, 0)],
  ])("a database that is %s", async (_name, damage) => {
    await run("import", "seed.ndjson");
    damage(join(folder, ".lake/lake.db"));
    for (const command of ["serve", "export", "doctor"]) {
      const { code, errors, output } = await run(command);
      expect(code).toBe(1);
      expect(errors + output).toContain("damaged");
      expect(errors).not.toMatch(/\bat .*\(/);
    }
    expect(await run("reset")).toMatchObject({ code: 0 });
    expect(await run("import", "seed.ndjson")).toMatchObject({ code: 0 });
  });

  test("a directory that is a file", async () => {
    const { code, errors } = await run("--data", "seed.ndjson");
    expect(code).toBe(1);
    expect(errors).not.toMatch(/\bat .*\(/);
  });
});
