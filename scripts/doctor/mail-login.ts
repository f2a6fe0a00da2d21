import { createTransport } from "nodemailer";
import { isPublicUrl } from "../../app/platform/env.server.ts";
import { checkOf, findingsOf } from "./check.ts";

const TIMEOUTS = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000 };

export const mailLogin = checkOf("mail", {
  id: "mail-login",
  expects: "the mail server takes the login, over TLS",
  todo: "Correct SMTP_URL: smtps://user:password@host, with the characters @ : / of a password percent-encoded.",
  async run({ smtpUrl }) {
    const { protocol, username, searchParams } = new URL(smtpUrl);
    const isClear = protocol === "smtp:" && searchParams.get("requireTLS") !== "true";
    const isElsewhere = isPublicUrl(smtpUrl);
    const mailer = createTransport({ url: smtpUrl, ...TIMEOUTS });
    const refusal = await mailer.verify().then(
      () => "",
      ({ message, name }: Error) => message || name,
    );
    mailer.close();
    return findingsOf(
      [isClear && isElsewhere, "SMTP_URL does not insist on TLS: use smtps://, or add ?requireTLS=true"],
      [!username && isElsewhere, "SMTP_URL has no user."],
      [refusal !== "", refusal],
    );
  },
});
