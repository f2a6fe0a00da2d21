import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/lib/run.mjs";
import { freePort } from "../../tests/support/ports.ts";

// The proxies of docs/operations.md, copied from there, in front of a small server in place of the site.

const guide = readFileSync(join(root, "docs/operations.md"), "utf8");
const awayPage = readFileSync(join(root, "public/away.html"), "utf8");
const NGINX = "/usr/sbin/nginx";
const hasNginx = spawnSync(NGINX, ["-v"]).status === 0;

const UPGRADE = { connection: "Upgrade", upgrade: "websocket" };
const SWITCHED = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n";

let directory = "";
let proxy: ChildProcess | undefined;
let server: Server;
let sitePort = 0;
let origin = "";

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "guide-"));
  server = createServer(({ headers }, response) =>
    response.end(`${headers.host} ${headers["x-forwarded-for"]}`),
  );
  server.on("upgrade", (_request, socket) => socket.end(SWITCHED));
  sitePort = await freePort();
  await new Promise<void>((resolve) => server.listen(sitePort, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${await freePort()}`;
});
afterEach(async () => {
  if (proxy?.kill()) await once(proxy, "exit");
  server.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Returns what the guide has between two texts, for this machine. */
function copied(before: string, after: string): string {
  const text = guide.split(before)[1]?.split(after)[0] ?? "";
  return text.replaceAll("127.0.0.1:3000", `127.0.0.1:${sitePort}`).replaceAll("/srv/site", root);
}

function start(command: string, args: string[], file: string, config: string): void {
  const path = join(directory, file);
  writeFileSync(path, config);
  proxy = spawn(command, [...args, path], { env: { ...process.env, HOME: directory } });
}

function startCaddy(): void {
  const block = copied("cat > /etc/caddy/Caddyfile <<'END'\n", "\nEND\n")
    .replace("www.example.com", origin)
    .replace("lb_try_duration 30s", "lb_try_duration 1s");
  const options = "{\n\tadmin off\n\tauto_https off\n}\n";
  start("caddy", ["run", "--adapter", "caddyfile", "--config"], "Caddyfile", options + block);
}

function startNginx(): void {
  const block = copied("```nginx\n", "```")
    .replace("443 ssl http2", new URL(origin).host)
    .replaceAll(/\tssl_.*\n/g, "");
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${directory}/${name};`,
  );
  const http = `http { access_log off; ${paths.join(" ")}\n${block}\n}`;
  // As root its workers are nobody, who may not read everybody's checkout; Debian's www-data may read /srv/site.
  const user = process.getuid?.() === 0 ? "user root;\n" : "";
  const main = `${user}daemon off;\nerror_log stderr;\npid ${directory}/pid;\nevents {}\n`;
  start(NGINX, ["-p", directory, "-c"], "nginx.conf", main + http);
}

const headers = { "x-forwarded-for": "203.0.113.9" };
const ask = async (path = "/", init: RequestInit = {}) => fetch(origin + path, { headers, ...init });

const proxies: [name: string, startProxy: () => void, callers: string][] = [
  ["Caddy", startCaddy, "127.0.0.1"],
  ...(hasNginx
    ? [["nginx", startNginx, "203.0.113.9, 127.0.0.1"] satisfies [string, () => void, string]]
    : []),
];

test.each(proxies)("%s passes host, caller and upgrades on", async (name, startProxy, callers) => {
  startProxy();
  const host = name === "Caddy" ? new URL(origin).host : "127.0.0.1";
  await expect.poll(async () => (await ask()).text()).toBe(`${host} ${callers}`);
  const upgrade = request(`${origin}/lake/v1`, { headers: UPGRADE }).end();
  const [response] = (await once(upgrade, "upgrade")) as [IncomingMessage];
  expect(response.headers.upgrade).toBe("websocket");
});

test.each(proxies)("%s shows the page of public/ while the site is away", async (_name, startProxy) => {
  startProxy();
  await expect.poll(async () => (await ask()).status).toBe(200);
  server.closeAllConnections();
  server.close();
  for (const init of [{}, { method: "POST", body: "name=Zoe" }]) {
    const response = await ask("/contact?from=home", init);
    expect([502, 503]).toContain(response.status);
    expect(response.headers.get("content-type")).toMatch(/^text\/html/);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.text()).toBe(awayPage);
  }
});
