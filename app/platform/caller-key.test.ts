import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callerKeyOf } from "./caller-key.ts";

describe("callerKeyOf", () => {
  it.each([
    ["IPv4", "192.0.2.1", "192.0.2.1"],
    ["IPv4 with a port", "192.0.2.1:4711", "192.0.2.1"],
    ["IPv4-mapped", "::ffff:192.0.2.1", "192.0.2.1"],
    ["IPv4-mapped in hexadecimal, upper case", "::FFFF:C000:201", "192.0.2.1"],
    ["IPv4-mapped with a port", "[::ffff:192.0.2.1]:443", "192.0.2.1"],
    ["IPv6", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["another host of the same /64", "2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"],
    ["the neighbouring /64", "2001:db8:1:3::1", "2001:db8:1:3::/64"],
    ["another spelling", "2001:0DB8:0001:0002:0:0:0:1", "2001:db8:1:2::/64"],
    ["IPv6 in brackets", "[2001:db8:1:2::1]", "2001:db8:1:2::/64"],
    ["IPv6 with a port", "[2001:db8:1:2::1]:65535", "2001:db8:1:2::/64"],
    ["a zone id", "fe80::1%eth0", "fe80:0:0:0::/64"],
    ["another zone id", "[fe80::2%25en1]:80", "fe80:0:0:0::/64"],
    ["loopback", "::1", "0:0:0:0::/64"],
    ["spaces around it", " 192.0.2.1 ", "192.0.2.1"],
  ])("%s: %s → %s", (_class, ip, key) => expect(callerKeyOf(ip)).toBe(key));

  it.each([
    "",
    "unknown",
    "example.com",
    "192.0.2",
    "192.0.2.256",
    "0x7f.0.0.1",
    "127.1",
    "192.0.2.1, 192.0.2.2",
    "2001:db8::1::2",
    "2001:db8::1]:443",
    "1".repeat(100_000),
    "fe80::".repeat(10_000),
  ])("counts everything that is no address together: %#", (ip) => expect(callerKeyOf(ip)).toBe("unknown"));

  it("ignores the port and the lower half of an IPv6 address", () => {
    const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
    const port = fc.integer({ min: 0, max: 65_535 });
    fc.assert(
      fc.property(half, half, half, port, (network, host, otherHost, port) => {
        fc.pre(network.some((part) => part > 0));
        const text = (host: number[]) => [...network, ...host].map((part) => part.toString(16)).join(":");
        expect(callerKeyOf(text(host))).toBe(callerKeyOf(`[${text(otherHost)}]:${port}`));
      }),
    );
  });

  it("never throws and returns short keys", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (ip) => {
        expect(callerKeyOf(ip).length).toBeLessThan(25);
      }),
    );
  });
});
