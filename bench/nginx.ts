/**
 * The home page from memory beside nginx, when it is installed: the same bytes (brotli) as a file, one worker on the same
 * core, in slices that take turns.
 *
 *   node bench/nginx.ts [--json] [--slices 9] [--seconds 1]      needs a built site
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { freePort } from "../tests/support/free-port.ts";
import { startSite } from "../tests/support/site.ts";
import { getting, pin } from "./lib/load.ts";
import { report } from "./lib/row.ts";
import { Slices } from "./lib/slices.ts";

const { values } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    slices: { type: "string", default: "9" },
    seconds: { type: "string", default: "1" },
  },
});

/** Set by nginx itself. */
const OWN = new Set(["date", "connection", "keep-alive", "server", "content-length", "content-type", "etag"]);
const brotli = { "accept-encoding": "br" };

/** One file for every address, with the headers that the site sends. */
function configuration(directory: string, port: number, headers: IncomingMessage["headers"]): string {
  const added = Object.entries(headers)
    .filter(([name]) => !OWN.has(name))
    .map(([name, value]) => `add_header ${name} '${String(value).replaceAll("'", "\\'")}';`);
  // As root it would give its worker to a user who may not read here.
  const user = process.getuid?.() === 0 ? "user root; " : "";
  return `${user}daemon off; worker_processes 1; pid ${directory}/pid; error_log ${directory}/error.log;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000; open_file_cache max=10; sendfile on; tcp_nopush on; etag off;
  client_body_temp_path ${directory}/b; proxy_temp_path ${directory}/p; fastcgi_temp_path ${directory}/f;
  uwsgi_temp_path ${directory}/u; scgi_temp_path ${directory}/s;
  server { listen 127.0.0.1:${port}; root ${directory}/www; default_type 'text/html; charset=utf-8';
    ${added.join("\n    ")}
    location / { try_files /page =404; } } }`;
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** Process id of the one worker; its master does nothing. */
function workerOf(directory: string): number {
  const master = readFileSync(join(directory, "pid"), "utf8").trim();
  return Number(readFileSync(`/proc/${master}/task/${master}/children`, "utf8").trim().split(" ")[0]);
}

if (spawnSync("nginx", ["-v"]).status !== 0) {
  report("nginx", [], values.json);
  process.exit(0);
}
const site = await startSite();
const home = `${site.origin.replace("localhost", "127.0.0.1")}/`;
while (!(await fetch(home, { headers: brotli })).headers.get("etag")) await sleep(100);
const asked = get(home, { headers: brotli });
const [response] = (await once(asked, "response")) as [IncomingMessage];
const directory = mkdtempSync(join(tmpdir(), "bench-nginx-"));
mkdirSync(join(directory, "www"), { recursive: true });
writeFileSync(join(directory, "www/page"), await buffer(response));
const port = await freePort();
writeFileSync(join(directory, "nginx.conf"), configuration(directory, port, response.headers));
const nginx = spawn("nginx", ["-p", directory, "-c", join(directory, "nginx.conf")], { stdio: "inherit" });
const file = `http://127.0.0.1:${port}/`;
for (let tries = 0; !(await answers(file)); tries++) {
  if (tries === 100) throw new Error(readFileSync(join(directory, "error.log"), "utf8"));
  await sleep(50);
}
const worker = workerOf(directory);
const sitePid = site.child.pid ?? 0;
pin(worker);
pin(sitePid);

const slices = await Slices.take(
  {
    site: { ...getting(home, brotli), pids: [sitePid] },
    nginx: { ...getting(file, brotli), pids: [worker] },
  },
  Number(values.slices),
  Number(values.seconds),
);
nginx.kill("SIGTERM");
await once(nginx, "exit");
await site.stop();
rmSync(directory, { recursive: true });

report(
  "nginx",
  [
    {
      name: "page from memory, beside nginx",
      figure: slices.middle("site", "rate"),
      unit: "/s",
      reference: { name: "nginx, same bytes from a file", figure: slices.middle("nginx", "rate") },
      ratio: slices.ratio("site", "nginx", "rate"),
    },
    {
      name: "page from memory, processor time, beside nginx",
      figure: slices.middle("site", "cpu"),
      unit: "µs",
      reference: { name: "nginx, same bytes from a file", figure: slices.middle("nginx", "cpu") },
      ratio: slices.ratio("site", "nginx", "cpu"),
    },
  ],
  values.json,
);
