import { createTransport } from "nodemailer";
import { isPublicUrl } from "../../app/platform/env.server.ts";
import { checkOf, type Finding } from "./check.ts";

const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000 };

export const mailLogin = checkOf("mail", {
  id: "mail-login",
  area: "mail",
  expects: "the mail server takes the login, over TLS",
  todo: "Correct SMTP_URL: smtps://user:password@host, with the characters @ : / of a password percent-encoded.",
  async run({ smtpUrl }) {
    const findings: Finding[] = [];
    const { protocol, username, searchParams } = new URL(smtpUrl);
    const isClear = protocol === "smtp:" && searchParams.get("requireTLS") !== "true";
    const isElsewhere = isPublicUrl(smtpUrl);
    if (isClear && isElsewhere)
      findings.push({ wrong: "SMTP_URL does not insist on TLS: use smtps://, or add ?requireTLS=true" });
    if (!username && isElsewhere) findings.push({ wrong: "SMTP_URL has no user." });
    const mailer = createTransport({ url: smtpUrl, ...TIMEOUTS });
    await mailer.verify().catch((error: Error) => findings.push({ wrong: error.message }));
    mailer.close();
    return findings;
  },
});
