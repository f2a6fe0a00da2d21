import http from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { clientFor } from "lakelet/testing";
import { createTransport } from "nodemailer";
import { startMailServer, type MailServer } from "stand-ins/mail";
import Stripe from "stripe";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "./errors.ts";
import { createLog, redactPath, redactText } from "./log.server.ts";

const EMAIL = "ada.lovelace+x@exämple.co.uk";
const TOKEN = "skAbCdEf0123456789-_AbCdEf0123456789xyz";
const KEY = "sk_test_51AbCdEf0123456789";
const UUID = "6f9619ff-8b86-4d01-b42d-00cf4fc964ff";

function logged(fields: object): string {
  const lines: string[] = [];
  createLog("debug", { write: (line) => void lines.push(line) }).error(fields, "what failed");
  return lines.join("");
}

let server: http.Server;
let origin: string;
/** An origin without a listener. */
let gone: string;
let mail: MailServer;
/** A server that echoes the request in its errors, as some do. */
beforeAll(async () => {
  server = http.createServer((request, response) => {
    const words = `Cannot do ${request.url} for ${EMAIL} with Bearer ${TOKEN} (key ${KEY})`;
    const error = {
      type: "mutationError",
      message: words,
      description: words,
      items: [{ error: { id: EMAIL } }],
    };
    response.writeHead(400, { "content-type": "application/json", "x-echo": TOKEN });
    response.end(JSON.stringify({ error, message: words, statusCode: 400 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const other = http.createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  gone = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  await new Promise((resolve) => other.close(resolve));
  mail = await startMailServer();
});
afterAll(async () => {
  server.close();
  await mail.close();
});

const thrownBy = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => Promise.reject(new Error("It did not fail.")),
    (error: Error) => error,
  );

const sanity = (apiHost: string) => clientFor(apiHost, TOKEN, { maxRetries: 0 });

const REAL: [string, () => Promise<Error>][] = [
  [
    "a query that the store refuses",
    () => thrownBy(sanity(origin).fetch("*[email == $email]", { email: EMAIL })),
  ],
  ["a mutation that the store refuses", () => thrownBy(sanity(origin).create({ _type: "x", email: EMAIL }))],
  ["a store that is away", () => thrownBy(sanity(gone).fetch("*[email == $email]", { email: EMAIL }))],
  [
    "a charge that Stripe refuses",
    () => {
      const { hostname, port } = new URL(origin);
      const stripe = new Stripe(KEY, { host: hostname, port, protocol: "http", telemetry: false });
      return thrownBy(
        stripe.customers.create({ email: EMAIL, metadata: { token: TOKEN } }, { maxNetworkRetries: 0 }),
      );
    },
  ],
  [
    "a mail that its server refuses",
    async () => {
      mail.refusal = 550;
      const transport = createTransport({ url: mail.url });
      return thrownBy(transport.sendMail({ from: "a@example.com", to: "ada@example.com", subject: TOKEN }));
    },
  ],
  [
    "a password in the address of a mail server",
    () =>
      thrownBy(
        createTransport({ url: `smtp://ada:${TOKEN}@127.0.0.1:1` }).sendMail({ to: "ada@example.com" }),
      ),
  ],
  [
    "a form that is not whole",
    async () => {
      const schema = z.strictObject({ age: z.number() });
      return schema.safeParse({ age: TOKEN, [EMAIL]: 1 }).error ?? new Error("It did not fail.");
    },
  ],
  ["a text that is no JSON", async () => thrownBy(new Response(`${EMAIL} ${TOKEN}`).json())],
];

describe.each(REAL)("the log of %s", (_name, fail) => {
  test.each<[string, (error: Error) => unknown]>([
    ["itself", (error) => error],
    [
      "as a cause",
      (error) =>
        new AppError("internal", `Failed: ${error.message}`, { cause: new Error("x", { cause: error }) }),
    ],
    ["one of several", (error) => new AggregateError([error], error.message)],
  ])("%s says what failed, and for whom not", async (_place, wrap) => {
    const line = logged({ err: wrap(await fail()) });
    expect(JSON.parse(line)).toMatchObject({ msg: "what failed", err: { stack: expect.any(String) } });
    for (const secret of [EMAIL, encodeURIComponent(EMAIL), "lovelace", "ada@example.com", TOKEN, KEY])
      expect(line).not.toContain(secret);
  });
});

test("keeps what helps to find a fault", async () => {
  const line = logged({ err: await REAL[2]?.[1](), id: `contact.${UUID}`, requestId: UUID });
  expect(line).toContain("ECONNREFUSED");
  expect(line).toContain("node_modules/get-it");
  expect(line).toContain(`contact.${UUID}`);
});

test.each([
  [`Could not read ${UUID}.`, `Could not read ${UUID}.`],
  ["GET https://x.test/a?token=1&b=2 failed", "GET https://x.test/a?[redacted] failed"],
  ["GET /order/x?token=1", "GET /order/x?[redacted]"],
  ["redis://ada:secret@redis.test:6379/0", "redis://[redacted]@redis.test:6379/0"],
  [`/order/${TOKEN}.data`, "/order/[redacted].data"],
  ["password: hunter2, next", "password: [redacted], next"],
  ['{"client_secret":"pi_1_secret_x"}', '{"client_secret":"[redacted]"}'],
  ["550 <ada@example.com> unknown", "550 <[email]> unknown"],
  ["(/a?b=1), (/c#d)", "(/a?[redacted]), (/c?[redacted])"],
  ["is it so? /a, https://x.test/b", "is it so? /a, https://x.test/b"],
  ["a%40b@c.test,x%40y%40z.test", "[email],[email]"],
  ["my-sk_live_12345678 and sk_short", "my-[redacted] and sk_short"],
  ["connect ECONNREFUSED 127.0.0.1:6379", "connect ECONNREFUSED 127.0.0.1:6379"],
])("%s → %s", (text, redacted) => expect(redactText(text)).toBe(redacted));

test("removes an email from any text", () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.string(), fc.string(), (email, before, after) => {
      expect(redactText(`${before} <${email}> ${after}`)).not.toContain(email);
    }),
  );
});

/** Returns the shortest of many times that a text of `length` characters takes, in ms. */
function redactionMs(unit: string, length: number): number {
  const text = unit.repeat(length).slice(0, length);
  let shortest = Infinity;
  for (let run = 0; run < 12; run += 1) {
    const started = performance.now();
    redactText(text);
    shortest = Math.min(shortest, performance.now() - started);
  }
  return shortest;
}

const UNITS = [
  "a",
  "1",
  "-",
  "_",
  "@",
  ".",
  "%40",
  "/",
  "?",
  ":",
  "=",
  "(",
  '"',
  "<",
  " ",
  "é",
  "sk_",
  "token",
].concat("bearer ", "://");

test.each(UNITS)(
  "takes time that grows with the length of what is made of %j, whatever is beside it",
  async (unit) => {
    const ordinaryMs = redactionMs("The content store did not answer. ", 4_000);
    for (const pair of UNITS.map((other) => unit + other)) {
      // Measured again where another program had the processor meanwhile.
      const beside = () => redactionMs(pair, 4_000) / ordinaryMs;
      await expect.poll(beside, { message: `${pair}, beside an ordinary text` }).toBeLessThan(100);
      const growth = () => redactionMs(pair, 4_000) / redactionMs(pair, 1_000);
      await expect.poll(growth, { message: `${pair}, four times as long` }).toBeLessThan(8);
    }
  },
);

test("cuts off what is long", () => {
  expect(redactText("word ".repeat(100_000)).length).toBeLessThan(5_000);
  expect(redactPath(`/${"%40".repeat(5_000)}`).length).toBeLessThan(300);
  expect(redactPath(`/order/${"a".repeat(5_000)}/invoices`)).toBe("/order/:token/invoices");
});

test("keeps the words of an error, without what is personal in them, and no message of a visitor", () => {
  const line = logged({
    err: new Error(`The dataset of ${EMAIL} is empty`),
    error: new Error("The bucket is missing"),
    form: { message: "typed by a visitor" },
    message: "typed, too",
  });
  expect(line).toContain('"message":"The dataset of [email] is empty"');
  expect(line).toContain('"message":"The bucket is missing"');
  expect(line).not.toContain("typed");
});

test("redacts messages and fields", () => {
  const line = logged({
    path: `/order/${TOKEN}`,
    reason: `No ${EMAIL}`,
    email: EMAIL,
    job: { token: TOKEN },
  });
  for (const secret of [EMAIL, TOKEN]) expect(line).not.toContain(secret);
});
