/**
 * What is about one connection and not about the request or its answer (RFC 9110 section 7.6.1). Names that a caller adds to
 * these in `Connection` are not believed: it would be a way to take our own headers away.
 */
const HOP_BY_HOP = new Set([
  "connection",
  "expect", // was answered already
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "upgrade",
]);
const ANSWER_ONLY = new Set([...HOP_BY_HOP, "transfer-encoding"]);

type Header = [name: string, value: string];

function pairs(raw: readonly string[]): Header[] {
  const found: Header[] = [];
  for (let index = 0; index + 1 < raw.length; index += 2)
    found.push([(raw[index] ?? "").toLowerCase(), raw[index + 1] ?? ""]);
  return found;
}

/**
 * The headers of a request as they are passed on, names and values in turn. A body keeps the way its length is told; a
 * request that could have one and has none says so.
 */
export function requestHeaders(method: string, raw: readonly string[]): string[] {
  const kept = pairs(raw).filter(([name]) => !HOP_BY_HOP.has(name));
  const told = kept.some(([name]) => name === "content-length" || name === "transfer-encoding");
  const none: Header[] = told || method === "GET" || method === "HEAD" ? [] : [["content-length", "0"]];
  return [...kept, ...none].flat();
}

/** The headers of an answer as they are passed on. That the connection ends after it is passed on too. */
export function responseHeaders(raw: readonly string[]): string[] {
  const given = pairs(raw);
  const closes = given.filter(([name, value]) => name === "connection" && value.toLowerCase() === "close");
  return [...given.filter(([name]) => !ANSWER_ONLY.has(name)), ...closes].flat();
}
