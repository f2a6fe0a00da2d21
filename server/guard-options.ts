import type { Env } from "../app/platform/env.server.ts";
import type { GuardOptions } from "./guards.ts";

/** The hosts this process answers to: its public one, and the loopback names with the port it listens on. */
export function guardOptions(env: Pick<Env, "publicUrl">, port: number): GuardOptions {
  const publicHost = new URL(env.publicUrl).host;
  const loopback = ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}:${port}`);
  return {
    hosts: new Set([publicHost, ...loopback]),
    origins: new Set([env.publicUrl, ...loopback.map((host) => `http://${host}`)]),
  };
}
