import fc from "fast-check";
import { contactFields } from "../../app/model/contact.ts";
import routes from "../../app/routes.ts";
import type { RawRequest } from "../support/raw-request.ts";
import { guardedRoutes } from "../support/route-guards.ts";

const WORDS = [
  "",
  "/",
  ".",
  "..",
  "../../../../data/query/production?query=*",
  "x/../../etc/passwd",
  "%2e%2e%2f%2e%2e%2f",
  "%252e%252e%252f",
  "..%00",
  "a,b",
  "drafts.x",
  "contract.*",
  "?",
  "#",
  "&",
  ";",
  "=",
  "%",
  "%ff",
  "%u0041",
  "__proto__",
  "constructor",
  "prototype[toString]",
  "x[4294967294]",
  "x[100000000]",
  "a[b][c][d][e]",
  "'",
  '"',
  "`",
  "\\",
  "' || true || '",
  "*[_type == $type]{...}",
  "](//evil.example)",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "${7*7}",
  "\u0000",
  "\r\nSet-Cookie: evil=1",
  "\u202e",
  "\ud800",
  "\ufeff",
  "ﷺ".repeat(40),
  "a".repeat(1_500),
  "9".repeat(400),
  "-1",
  "0",
  "1e309",
  "NaN",
  "null",
  "[object Object]",
  "true",
  "2026-13-45T99:99:99Z",
  "00000000-0000-4000-8000-000000000000",
];

/** Texts with a special meaning somewhere, or random ones. */
const hostileText = fc.oneof(
  fc.constantFrom(...WORDS),
  fc.string({ unit: "binary", maxLength: 60 }),
  fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(...WORDS)).map(([a, b]) => a + b),
);

/** Unchanged, except for characters that node:http does not send in a URL. */
const inAddress = (text: string) =>
  text.replaceAll(/[^\x21-\x7e]/gu, (one) => encodeURIComponent(one.toWellFormed()));
const inHeader = (text: string) => text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");

/** A part of a URL, raw or percent-encoded. */
const part = fc
  .tuple(hostileText, fc.boolean())
  .map(([text, encoded]) => (encoded ? encodeURIComponent(text.toWellFormed()) : inAddress(text)));

const PARAMETERS =
  "q step service ref token redirectTo page sort order status from to draft reference _routes index query $id $p perspective tag".split(
    " ",
  );
const search = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...PARAMETERS), part), part), { maxLength: 4 })
  .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join("=")).join("&")}` : ""));

const OURS = guardedRoutes(routes).map(({ path }) => path);
const MOUNTS = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/webhooks/sanity",
  "/studio/*",
  "/assets/*",
  "/share/*",
  "/lake/v1/users/me",
  "/lake/v1/auth/*",
  "/lake/v2025-02-19/*",
  "/lake/v2025-02-19/data/doc/production/:id",
  "/lake/v2025-02-19/data/query/production",
  "/lake/v2025-02-19/data/listen/production",
  "/lake/v2025-02-19/data/history/production/documents/:id",
  "/lake/v2025-02-19/data/mutate/production",
  "/lake/v2025-02-19/assets/images/production",
  "/lake/files/local/production/:name",
  "/lake/images/local/production/:name",
];

/** Every path of the site with hostile parameters, sometimes with `.data`. */
const path = fc
  .tuple(
    fc.constantFrom(...OURS, ...MOUNTS),
    fc.array(part, { minLength: 4, maxLength: 4 }),
    fc.boolean(),
    search,
  )
  .map(([pattern, parts, data, query]) => {
    let next = 0;
    const filled = pattern.replaceAll(/:\w+|\*/g, () => parts[next++ % parts.length] ?? "");
    return (filled + (data && !filled.startsWith("/lake") ? ".data" : "") + query).slice(0, 6_000);
  });

const COOKIES = ["site-preview", "session", "__Host-session", "google", "theme", "_ga", "known-browser"];
const cookie = fc
  .array(fc.tuple(fc.oneof(fc.constantFrom(...COOKIES), hostileText), hostileText), { maxLength: 4 })
  .map((pairs) => inHeader(pairs.map((pair) => pair.join("=")).join("; ")).slice(0, 4_000));

const HEADERS =
  "accept accept-encoding accept-language authorization content-encoding content-type expect if-match if-none-match if-modified-since last-event-id origin range referer sec-fetch-site tus-resumable upload-length upload-metadata upload-offset x-forwarded-host x-http-method-override x-request-id x-sanity-project-id x-shows-drafts".split(
    " ",
  );
const headers = fc
  .tuple(fc.array(fc.tuple(fc.constantFrom(...HEADERS), hostileText), { maxLength: 4 }), fc.option(cookie))
  .map(([pairs, cookies]) => ({
    ...Object.fromEntries(pairs.map(([name, value]) => [name, inHeader(value).slice(0, 2_000)])),
    ...(cookies === null ? {} : { cookie: cookies }),
  }));

const METHODS = ["GET", "GET", "GET", "POST", "POST", "HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"];

/** A request without a body, to any path. */
export const hostileRequest: fc.Arbitrary<RawRequest> = fc.record({
  path,
  method: fc.constantFrom(...METHODS),
  headers,
});

const FIELDS = [
  ...contactFields.map(({ name }) => name),
  "own-abcdefghijklmnop",
  ..."submissionId formToken email_address redirectTo password paymentMethod agreedToTerms signature couponCode orderId paymentIntentId step intent draft contactInfo.firstName contactInfo.address.street services.domainSetup.selected additionalInfo.attachments homePage.mainHeadline".split(
    " ",
  ),
];
const fields = fc.array(fc.tuple(fc.oneof(fc.constantFrom(...FIELDS), hostileText), hostileText), {
  maxLength: 12,
});
const encode = (text: string) => encodeURIComponent(text.toWellFormed());

const form = fields.map((pairs) => ({
  type: "application/x-www-form-urlencoded",
  body: pairs.map((pair) => pair.map(encode).join("=")).join("&"),
}));
const multipart = fields.map((pairs) => ({
  type: "multipart/form-data; boundary=x",
  body: `${pairs.map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`).join("")}--x--`,
}));
const json = fc
  .oneof(fc.jsonValue(), fields.map(Object.fromEntries))
  .map((value) => ({ type: "application/json", body: JSON.stringify(value) }));
const bytes = fc
  .tuple(fc.constantFrom(...HEADERS.slice(0, 5), "text/plain", ""), hostileText)
  .map(([type, body]) => ({
    type,
    body,
  }));

const FORMS = guardedRoutes(routes)
  .filter(({ action }) => action !== "-" && action !== "405")
  .map(({ path }) => path);

/** A body of any kind, posted to any path that takes one. */
export const hostilePost: fc.Arbitrary<RawRequest> = fc
  .tuple(
    fc.constantFrom(...FORMS, "/lake/v2025-02-19/data/query/production", "/webhooks/sanity"),
    part,
    fc.oneof(form, form, multipart, json, bytes),
    fc.option(cookie),
  )
  .map(([pattern, filling, { type, body }, cookies]) => ({
    path: pattern.replaceAll(/:\w+|\*/g, filling),
    method: "POST",
    headers: { "content-type": type, ...(cookies === null ? {} : { cookie: cookies }) },
    body,
  }));

const TRANSFORMS =
  "w h fit crop fp-x fp-y rect dpr q fm auto blur sharp flip or bg invert sat pad frame sig".split(" ");
const amount = fc.oneof(
  fc.constantFrom(
    "0",
    "1",
    "-1",
    "2000",
    "999999",
    "1e9",
    "0.1",
    "Infinity",
    "NaN",
    "clip",
    "max",
    "entropy",
    "avif",
  ),
  fc.integer({ min: 1, max: 3_000 }).map(String),
  part,
);

/** The URL of an image with transformations, many of them out of bounds. */
export const hostilePicture = (picture: string): fc.Arbitrary<RawRequest> =>
  fc
    .array(fc.tuple(fc.constantFrom(...TRANSFORMS), amount), { minLength: 1, maxLength: 6 })
    .map((pairs) => ({ path: `${picture}?${pairs.map((pair) => pair.join("=")).join("&")}` }));
