import { describe, expect, it } from "vitest";
import { CLIENT_ADDRESS } from "./client-address.server.ts";
import { createThrottle } from "./rate-limit.server.ts";

const from = (address: string) =>
  new Request("http://localhost/", { headers: { [CLIENT_ADDRESS]: address } });

describe("createThrottle, in this process", () => {
  it("lets a client have its share and no more, without touching others", async () => {
    const throttle = createThrottle({ name: "test", requests: 2, seconds: 60 }, { on: false });
    await throttle(from("192.0.2.1"));
    await throttle(from("192.0.2.1"));
    await expect(throttle(from("192.0.2.1"))).rejects.toMatchObject({
      code: "too-many-requests",
      status: 429,
    });
    await throttle(from("192.0.2.2"));
  });

  it("counts by name", async () => {
    const one = createThrottle({ name: "one", requests: 1, seconds: 60 }, { on: false });
    const two = createThrottle({ name: "two", requests: 1, seconds: 60 }, { on: false });
    await one(from("192.0.2.1"));
    await expect(two(from("192.0.2.1"))).resolves.toBeUndefined();
  });

  it("is not stopped by a Redis that does not answer", async () => {
    const redis = { on: true, url: "http://127.0.0.1:9", token: "x" } as const;
    const throttle = createThrottle({ name: "gone", requests: 1, seconds: 60 }, redis);
    await expect(throttle(from("192.0.2.1"))).resolves.toBeUndefined();
  }, 20_000);
});
