/**
 * The grade that MDN's HTTP Observatory gives every page: its own scanner and its own grading, on the site as it stands in
 * public, behind a proxy that ends TLS. Ends with 1 when one of the site's pages has less than A+.
 *
 * The scanner is 130 MB of packages (Fastify, PostgreSQL's driver, Sentry) and fetches lists from the network when it is
 * installed, so it is no dependency of the project: this installs it once below .cache, without its scripts.
 *
 *   node bench/observatory.ts [--json]      (after a build: npm start or npm test makes one)
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import tls from "node:tls";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { unsubscribeUrl } from "../app/newsletter/unsubscribe-link.server.ts";
import { toolEnv } from "../scripts/lib/tool-env.mjs";
import { ADMIN_EMAILS, sessionCookie } from "../tests/support/admins.ts";
import { freePort } from "../tests/support/free-port.ts";
import { PUBLIC_PAGES } from "../tests/support/public-pages.ts";
import { startSite } from "../tests/support/site.ts";
import { startTlsFront } from "./lib/tls-front.ts";

const PACKAGES = ["@mdn/mdn-http-observatory@1.4.8", "selfsigned@5.5.0"];

const PAGES = [
  ...PUBLIC_PAGES,
  "/questionnaire",
  "/contract",
  "/thank-you",
  "/login",
  "/admin",
  "/admin/outbox",
  "/admin/figures",
  "/admin/contracts/new",
  "/studio",
];

interface Scan {
  scan: { grade: string; score: number; testsPassed: number; testsQuantity: number; statusCode: number };
  tests: Record<string, { pass: boolean; result: string; scoreModifier: number }>;
}

interface Tools {
  scan(hostname: string): Promise<Scan>;
  generate(
    attributes: { name: string; value: string }[],
    options: object,
  ): Promise<{ private: string; cert: string }>;
}

/** The scanner, and what makes a certificate for it to look at. */
async function install(): Promise<Tools> {
  const home = fileURLToPath(new URL("../.cache/observatory", import.meta.url));
  const inside = (path: string) => join(home, "node_modules", path);
  const scanner = inside("@mdn/mdn-http-observatory");
  if (!existsSync(inside("selfsigned"))) {
    mkdirSync(home, { recursive: true });
    const flags = ["--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--omit=optional"];
    execFileSync("npm", ["install", "--prefix", home, ...flags, ...PACKAGES], {
      stdio: "inherit",
      env: toolEnv(),
    });
    // In place of the list of preloaded hosts, which it would fetch: this one is not on it.
    writeFileSync(join(scanner, "conf/hsts-preload.json"), "{}");
  }
  const load = (path: string) => import(pathToFileURL(path).href) as Promise<unknown>;
  const { scan } = (await load(join(scanner, "src/scanner/index.js"))) as Pick<Tools, "scan">;
  const { default: selfsigned } = (await load(inside("selfsigned/index.js"))) as {
    default: Pick<Tools, "generate">;
  };
  return { scan, generate: selfsigned.generate };
}

const { values } = parseArgs({ options: { json: { type: "boolean", default: false } } });
const { scan, generate } = await install();
const altNames = [{ type: 2, value: "localhost" }];
const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
  extensions: [{ name: "subjectAltName", altNames }],
});
tls.setDefaultCACertificates([cert]);

const port = await freePort();
const PUBLIC_URL = `https://localhost:${port}`;
const SESSION_SECRET = "a secret of the benchmark";
const site = await startSite({ env: { PUBLIC_URL, SESSION_SECRET, ADMIN_EMAILS, TRUST_PROXY: "true" } });
const session = { cookie: await sessionCookie(site.dataDir) };
const add = (path: string): Record<string, string> => (path.startsWith("/admin") ? session : {});
const front = await startTlsFront({ port, key, cert, site: site.origin, add });

const { pathname, search } = new URL(unsubscribeUrl(SESSION_SECRET, PUBLIC_URL, "0".repeat(64)));
const rows = [];
for (const page of [...PAGES, pathname + search]) {
  const { scan: grade, tests } = await scan(`localhost:${port}${page}`);
  const failed = Object.entries(tests).filter(([, { pass }]) => !pass);
  const why = failed.map(([name, { result }]) => `${name}: ${result}`).join(", ");
  rows.push({
    page: page.split("?", 1)[0],
    status: grade.statusCode,
    grade: grade.grade,
    score: grade.score,
    failed: why,
  });
}
await front.close();
await site.stop();

if (values.json) process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
else console.table(rows);
// Sanity's Studio writes its own styles and cannot have the policy of the site's pages.
process.exitCode = rows.every(({ page, grade }) => grade === "A+" || page === "/studio") ? 0 : 1;
