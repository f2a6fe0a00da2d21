import { createTransport } from "nodemailer";
import type { Check, Finding } from "./check.ts";

const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000 };
const LOOPBACK = /^(?:localhost|127\.|\[::1\])/;

export const mailLogin: Check = {
  id: "mail-login",
  area: "mail",
  expects: "the mail server takes the login, over TLS",
  todo: "Correct SMTP_URL: smtps://user:password@host, with the characters @ : / of a password percent-encoded.",
  isOn: (env) => env.mail.on,
  async run({ env }) {
    if (!env.mail.on) return [];
    const findings: Finding[] = [];
    const { protocol, hostname, username, searchParams } = new URL(env.mail.smtpUrl);
    const isClear = protocol === "smtp:" && searchParams.get("requireTLS") !== "true";
    if (isClear && !LOOPBACK.test(hostname))
      findings.push({ wrong: "SMTP_URL does not insist on TLS: use smtps://, or add ?requireTLS=true" });
    if (!username && !LOOPBACK.test(hostname)) findings.push({ wrong: "SMTP_URL has no user." });
    const mailer = createTransport({ url: env.mail.smtpUrl, ...TIMEOUTS });
    await mailer.verify().catch((error: Error) => findings.push({ wrong: error.message }));
    mailer.close();
    return findings;
  },
};
