import { randomUUID } from "node:crypto";
import { openRedis } from "../../app/platform/redis.server.ts";
import { ask, checkOf, findingsOf } from "./check.ts";

const TIMEOUT_MS = 5_000;
const LIFETIME_SECONDS = 60;
/** A request that counts uses waits for two or three commands. */
const MAX_LATENCY_MS = 250;

/** Returns what is done when the memory is full; null where the service does not say. */
async function evictionPolicy(url: string, token: string): Promise<string | null> {
  const response = await ask(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(["CONFIG", "GET", "maxmemory-policy"]),
  });
  const { result } = (await response.json().catch(() => ({}))) as { result?: unknown };
  return Array.isArray(result) && typeof result[1] === "string" ? result[1] : null;
}

export const redis = checkOf("redis", {
  id: "redis",
  expects: "the token may write and read, a command takes less than 250 ms, and a full memory evicts nothing",
  todo: "Copy UPSTASH_REDIS_REST_URL and the token that may write; switch eviction off.",
  page: () => "https://console.upstash.com/redis",
  async run(settings, { now }) {
    const client = openRedis(settings, { timeoutMs: TIMEOUT_MS, retries: 0, parsesJson: false });
    const key = `doctor:${randomUUID()}`;
    await client.set(key, "well", { ex: LIFETIME_SECONDS });
    let read: unknown;
    let latencyMs = Number.POSITIVE_INFINITY;
    // The fastest of several: the other checks keep this process busy meanwhile.
    for (let n = 0; n < 5; n++) {
      const asked = now();
      read = await client.get(key);
      latencyMs = Math.min(latencyMs, now() - asked);
    }
    await client.del(key);
    const policy = (await evictionPolicy(settings.url, settings.token)) ?? "noeviction";
    return findingsOf(
      [read !== "well", "Redis does not return what was written."],
      [latencyMs > MAX_LATENCY_MS, `Redis takes ${latencyMs} ms: is it in the region of the site?`],
      [
        policy !== "noeviction",
        `Redis evicts when its memory is full (${policy}): what waits there is lost.`,
      ],
    );
  },
});
