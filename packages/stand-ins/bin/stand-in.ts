#!/usr/bin/env node
import { parseArgs } from "node:util";
import { startFaultProxy } from "../fault-proxy.ts";
import { googleClient, startGoogleStandIn } from "../google/server.ts";
import { startMailServer } from "../mail-server.ts";
import { startS3StandIn } from "../s3.ts";
import { startStripeStandIn } from "../stripe/server.ts";
import { startUpstashStandIn } from "../upstash.ts";

// stand-in NAME [--port N]: starts a stand-in, prints how to reach it, and runs until Ctrl+C.

const USAGE =
  "stand-in stripe|google|upstash|s3|mail|fault-proxy [--port N]; the proxy: --to URL [--path REGEXP --status N]";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: "string", default: "0" },
    to: { type: "string", default: "http://127.0.0.1:3000" },
    path: { type: "string" },
    status: { type: "string", default: "503" },
  },
});
const port = Number(values.port);

/** Starts a stand-in. Returns what a client of it has to be told. */
const STARTS: Record<string, () => Promise<Record<string, unknown>>> = {
  async stripe() {
    const { origin } = await startStripeStandIn({ port });
    return {
      origin,
      secretKey: "sk_test_anything",
      publishableKey: "pk_test_anything",
      script: `${origin}/stripe.js`,
    };
  },
  async google() {
    return { origin: (await startGoogleStandIn({ port })).origin, ...googleClient };
  },
  async upstash() {
    const { url, token } = await startUpstashStandIn({ port });
    return { url, token };
  },
  s3: async () => (await startS3StandIn({ port })).env,
  mail: async () => ({ url: (await startMailServer(port)).url }),
  async "fault-proxy"() {
    const proxy = await startFaultProxy(values.to, { port });
    const { path, status } = values;
    if (path)
      void proxy.fail({
        path: new RegExp(path),
        fault: { kind: "status", status: Number(status) },
      });
    return { origin: proxy.origin, to: values.to };
  },
};

const start = STARTS[positionals[0] ?? ""];
if (!start || !Number.isInteger(port)) {
  console.error(USAGE);
  process.exitCode = 1;
} else {
  for (const [name, value] of Object.entries(await start())) console.log(`${name}: ${String(value)}`);
}
