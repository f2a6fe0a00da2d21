import ipaddr from "ipaddr.js";

/** Key of all callers whose address cannot be read; no address has this form. */
const UNKNOWN = "unknown";

/** Proxies write `192.0.2.1:4711`, `[2001:db8::1]` or `[2001:db8::1]:443` into X-Forwarded-For. */
const WITH_PORT = /^(?:\[(?<bracketed>[^\]]+)\]|(?<dotted>[\d.]+))(?::\d{1,5})?$/;

/** Longest text of an address with a port; a zone id may be any length and is cut off before. */
const MAX_LENGTH = 64;

function withoutPortAndZone(ip: string): string {
  const { bracketed, dotted } = WITH_PORT.exec(ip)?.groups ?? {};
  return (bracketed ?? dotted ?? ip).replace(/%.*$/s, "");
}

/**
 * Returns the key under which a caller's limits and shares are counted. IPv6 addresses count by /64, the smallest network
 * that a provider hands to one customer (RFC 6177); IPv4-mapped ones as IPv4. Ports and zone ids do not count. Everything
 * that is no address shares one key.
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
