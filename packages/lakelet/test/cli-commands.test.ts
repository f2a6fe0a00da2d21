import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveLake } from "./lake-process.ts";
import type { ServedLake } from "./lake-process.ts";
import { SANITY, sanityCommand } from "./sanity-command.ts";
import type { SanityCommand } from "./sanity-command.ts";
import { newDirectory } from "./start-lake.ts";

const NO_GRAPHQL = /no GraphQL API/;
const NO_HOOKS = /Webhooks of a lake are chosen when it starts/;
const NO_MEMBERS = /tokens of its tokens.json, and no members/;
const NO_ORGANIZATION = /organization/i;
const NO_EMBEDDINGS = /no embeddings/;
const NOT_SENT = /lakelet\/cli sent no request/;

/** Arguments, exit code and what is said. In the order of this list, in one process. */
const COMMANDS: Readonly<Record<string, readonly [args: string, code: number, output: RegExp]>> = {
  api: ["/users/me", 0, /robot-write/],
  codemod: ["", 0, /code modifications/],
  debug: ["", 0, /Write token/],
  doctor: ["", 0, /CLI Installation/],
  exec: ["script.js", 0, /ran/],
  login: ["--provider github", 1, /no sign-in|login provider/],
  new: ["x", 1, /./],
  undeploy: ["--yes", 0, /Nothing to undeploy/],
  "backups:enable": ["production", 0, /Enabled backups/],
  "backups:list": ["production", 0, /./],
  "backups:disable": ["production", 0, /Disabled daily backups/],
  "backups:download": ["production --backup-id none --out out.tar.gz", 1, /./],
  "datasets:list": ["", 0, /production/],
  "datasets:export": ["production out.tar.gz", 0, /Export finished/],
  "datasets:visibility:get": ["production", 0, /private/],
  "datasets:visibility:set": ["production public", 1, /--public-read/],
  "datasets:alias:create": ["other production", 1, /cannot create a dataset alias/],
  "datasets:alias:link": ["other production", 1, /does not exist/],
  "datasets:alias:unlink": ["other --force", 1, /does not exist/],
  "datasets:alias:delete": ["other --force", 1, /does not exist/],
  "datasets:embeddings:status": ["production", 1, NO_EMBEDDINGS],
  "datasets:embeddings:enable": ["production", 1, NO_EMBEDDINGS],
  "datasets:embeddings:disable": ["production", 1, NO_EMBEDDINGS],
  "documents:get": ["post --dataset production", 0, /"post"/],
  "documents:query": ["*[0] --dataset production", 0, /"post"/],
  "documents:create": ["made.json --dataset production", 0, /made/],
  "documents:delete": ["absent --dataset production", 1, /not found/i],
  "graphql:deploy": ["--force", 1, NO_GRAPHQL],
  "graphql:list": ["", 1, NO_GRAPHQL],
  "graphql:undeploy": ["--force", 1, NO_GRAPHQL],
  "hooks:create": ["", 1, NO_HOOKS],
  "hooks:list": ["", 1, NO_HOOKS],
  "hooks:logs": ["x", 1, NO_HOOKS],
  "hooks:delete": ["x", 1, NO_HOOKS],
  "hooks:attempt": ["x", 1, NO_HOOKS],
  "mcp:configure": ["", 0, /./],
  "migrations:list": ["", 0, /No migrations/],
  "migrations:create": ["", 1, /./],
  "organizations:list": ["", 1, NO_ORGANIZATION],
  "organizations:get": ["x", 1, NO_ORGANIZATION],
  "organizations:create": ["--name x", 1, NO_ORGANIZATION],
  "organizations:update": ["x --name y", 1, NO_ORGANIZATION],
  "organizations:delete": ["x --force", 1, /Organization/],
  "openapi:list": ["", 1, /unavailable/],
  "openapi:get": ["query", 1, /unavailable/],
  "projects:list": ["", 0, /local/],
  "projects:create": ["x --organization y --yes", 1, NO_ORGANIZATION],
  "projects:unclaimed": ["", 0, /No locally recorded/],
  "skills:install": ["", 0, /./],
  "telemetry:status": ["", 0, /./],
  "telemetry:enable": ["", 0, /./],
  "telemetry:disable": ["", 0, /./],
  "tokens:list": ["", 1, NO_MEMBERS],
  "tokens:create": ["x --role viewer", 1, NO_MEMBERS],
  "tokens:delete": ["x --yes", 1, /not found/],
  "tokens:rotate": ["--token x", 1, /./],
  "users:list": ["", 1, NO_MEMBERS],
  "users:invite": ["a@example.com --role editor", 1, /no members/],
  "context:list": ["--organization x", 1, /./],
  "context:create": ["--organization x --title x --description y", 1, /./],
  "context:get": ["x", 1, /./],
  "context:build": ["x", 1, /./],
  "context:refresh": ["x", 1, /./],
  "context:update": ["x --title y", 1, /./],
  "context:delete": ["x --yes", 1, /./],
  "context:jobs:get": ["x y", 1, /./],
  "context:imports:list": ["x", 1, /./],
  "context:imports:get": ["x y", 1, /./],
  "context:imports:create": ["x --file script.js", 1, /./],
  "context:imports:delete": ["x y --yes", 1, /./],
  "context:imports:download": ["x y", 1, /./],
  "media:create-aspect": ["--title x", 1, /./],
  "media:delete-aspect": ["x --media-library-id x --yes", 1, /./],
  "media:deploy-aspect": ["--all --media-library-id x", 1, /./],
  "media:export": ["out.tar.gz --media-library-id x", 1, /./],
  "media:import": ["out.tar.gz --media-library-id x", 1, /./],
  "docs:read": ["/docs/x", 1, NOT_SENT],
  "docs:search": ["groq", 1, NOT_SENT],
  logout: ["", 0, /Logged out/],
};

/** What is tested elsewhere, or cannot be in a test. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  "the test below": ["cors", "datasets:copy", "datasets:create", "datasets:delete"],
  "cli.test.ts": ["datasets:import", "migrations:run"],
  "needs a Studio: tests of the site": [
    "build",
    "deploy",
    "dev",
    "preview",
    "documents:validate",
    "manifest:extract",
    "schemas",
    "typegen:generate",
  ],
  "opens a browser": ["learn", "manage", "docs:browse"],
  "only in an experiment of the command": ["assets:upload"],
  "asks npm's registry": ["init", "install", "versions"],
};

/** Commands that need a process of their own: the preload rejects the first three by `process.argv`, `users:list` prints its hint on exit. */
const ALONE = /^(?:hooks:create|graphql:deploy|users:invite|users:list)$/;

/** The commands that know nothing of projects. */
const WITHOUT_PROJECT =
  /^(?:api|codemod|context:.*|debug|docs:.*|doctor|exec|graphql:deploy|login|logout|mcp:.*|media:.*|migrations:.*|new|openapi:.*|organizations:.*|projects:.*|skills:.*|telemetry:.*|tokens:rotate|undeploy)$/;

let served: ServedLake;
let folder: string;
let command: SanityCommand;

const ARGS = ["--port", "0", "--token", "a-token-of-mine", "--seed", "seed.ndjson", "--log"];

beforeAll(async () => {
  folder = newDirectory();
  writeFileSync(join(folder, "script.js"), `console.log("ran")`);
  writeFileSync(join(folder, "package.json"), `{ "type": "module" }`);
  writeFileSync(join(folder, "made.json"), `{ "_id": "made", "_type": "post" }`);
  writeFileSync(
    join(folder, "seed.ndjson"),
    SEED.map((document) => `${JSON.stringify(document)}\n`).join(""),
  );
  const config = `export default { api: { projectId: "local", dataset: "production" } };`;
  writeFileSync(join(folder, "sanity.cli.js"), config);
  served = await serveLake(ARGS, folder);
  command = sanityCommand({ url: served.url, token: "a-token-of-mine" }, folder);
});

afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true });
});

const SEED = [
  { _id: "post", _type: "post" },
  { _id: "drafts.post", _type: "post", title: "Draft" },
];

/** The parts of a command line, with its project. */
function lineOf(name: string, args: string): string[] {
  const project = WITHOUT_PROJECT.test(name) ? [] : ["--project-id", "local"];
  return [...name.split(":"), ...args.split(" ").filter(Boolean), ...project];
}

/** Loopback. Node looks up `localhost`. */
const HERE = /^(?:127\.0\.0\.1|localhost|)$/;

test("every command works or says what a lake has not, and nothing leaves this machine", async () => {
  const all = Object.entries(COMMANDS);
  const alone = all.filter(([name]) => ALONE.test(name));
  const together = all.filter(([name]) => !ALONE.test(name));
  const lines = (listed: typeof all) => listed.map(([name, [args]]) => lineOf(name, args));
  const ended = [
    ...(await command.runAll(lines(together))),
    ...(await Promise.all(lines(alone).map((line) => command.run(line)))),
  ];
  const wrong = [...together, ...alone].flatMap(([name, [, wanted, says]], index) => {
    const { code = null, output = "" } = ended[index] ?? {};
    const isRight = code === wanted && says.test(output.replace(/\s+›?\s*/g, " "));
    return isRight ? [] : [`${name} ended with ${code}: ${output.slice(0, 300)}`];
  });
  expect(wrong).toEqual([]);
  expect(command.connected().filter((host) => !HERE.test(host))).toEqual([]);
  expect(served.output()).toMatch(/^200 \d+ ms {2}GET \/v[\d-]+\/users\/me/m);
});

test("the tests know every command there is", () => {
  const manifest = JSON.parse(readFileSync(join(SANITY, "oclif.manifest.json"), "utf8")) as {
    commands: Record<string, unknown>;
  };
  const others = Object.values(OTHERS).flat();
  const unknown = Object.keys(manifest.commands).filter(
    (name) => !(name in COMMANDS) && !others.some((other) => name === other || name.startsWith(`${other}:`)),
  );
  expect(unknown).toEqual([]);
});

test("datasets and origins are created, copied and deleted, and stay", async () => {
  const all = async (expected: Record<string, readonly [says: string | RegExp, code?: number]>) => {
    const lines = Object.keys(expected).map((line) => line.replace(/ #.*/, "").split(" "));
    const ended = await command.runAll(lines.map((line) => [...line, "--project-id", "local"]));
    for (const [index, [says, code = 0]] of Object.values(expected).entries())
      expect(ended[index]).toEqual({ code, output: expect.stringMatching(says) });
  };
  await all({
    "datasets create empty": ["Dataset created"],
    "datasets create empty # again": ["already exists", 1],
    "datasets copy production copied": ["Copy finished"],
    "datasets copy production empty": ["already exists", 1],
    "datasets copy --list": ["completed"],
    "datasets delete production --force": ["cannot be deleted", 1],
    "datasets delete empty --force": ["deleted successfully"],
    "datasets delete empty --force # again": ["no dataset", 1],
    "cors add http://localhost:4444 --credentials": ["CORS origin added"],
    "cors add http://localhost:4445 --no-credentials": ["--credentials", 1],
    "cors add http://localhost:5555 --credentials": ["CORS origin added"],
    "cors delete http://localhost:5555": ["Origin deleted"],
  });

  await served.stop();
  served = await serveLake(ARGS, folder);
  command = sanityCommand({ url: served.url, token: "a-token-of-mine" }, folder);
  await all({
    "datasets list": [/^\s*production\s+copied\s*$/],
    "cors list": [/^(?!.*5555).*http:\/\/localhost:4444(?!.*5555)/s],
  });
  const read = await fetch(`${served.url}/v2025-02-19/data/query/copied?query=*._id&perspective=raw`, {
    headers: { authorization: "Bearer a-token-of-mine", origin: "http://localhost:4444" },
  });
  expect(read.headers.get("access-control-allow-origin")).toBe("http://localhost:4444");
  expect((await read.json()) as unknown).toMatchObject({ result: ["drafts.post", "made", "post"] });
});
