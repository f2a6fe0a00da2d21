import ipaddr from "ipaddr.js";

/** Key of all callers without a valid IP; no IP looks like it. */
const UNKNOWN = "unknown";

/** Proxies write `192.0.2.1:4711`, `[2001:db8::1]` or `[2001:db8::1]:443` into X-Forwarded-For. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]+)\]|(?<dotted>[\d.]+))(?::\d{1,5})?$/;

/** More than an IP with a port; zone ids may be longer and are cut off. */
const MAX_LENGTH = 64;

function withoutPortAndZone(ip: string): string {
  const { bracketed, dotted } = WITH_PORT.exec(ip)?.groups ?? {};
  return (bracketed ?? dotted ?? ip).replace(/%.*$/s, "");
}

/**
 * Returns the key of a caller's limits and shares. IPv6 counts by /64, the smallest network that a provider gives to one customer
 * (RFC 6177); IPv4-mapped addresses as IPv4; ports and zone ids are ignored. All invalid texts share one key.
 */
export function callerKeyOf(ip: string): string {
  const text = withoutPortAndZone(ip.trim().slice(0, MAX_LENGTH));
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return text;
  if (!ipaddr.IPv6.isValid(text)) return UNKNOWN;
  const address = ipaddr.IPv6.parse(text);
  if (address.isIPv4MappedAddress()) return address.toIPv4Address().toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
