import { smtpTransport } from "../../app/commands.server.ts";
import { checkOf } from "./check.ts";

export const mailSend = checkOf("mail", {
  id: "mail-send",
  expects: "with --send, the mail server takes a test email to each admin",
  todo: "Look whether it arrived, and not in spam; in its source (“Show original”) spf, dkim and dmarc say pass.",
  async run({ smtpUrl, from }, { env }) {
    const to = env.adminEmails;
    if (to.length === 0) return [{ wrong: "ADMIN_EMAILS is blank: the test email has no recipient." }];
    const send = smtpTransport(smtpUrl);
    const { host } = new URL(env.publicUrl);
    for (const address of to)
      await send(
        {
          from,
          to: { name: "", address },
          subject: `Test email of ${host}`,
          text: `npm run doctor -- --send at ${host} sent this email. There is nothing to do.\n`,
          headers: { "Auto-Submitted": "auto-generated" },
        },
        "doctor",
      );
    return [{ look: `The mail server took a test email to each admin (${to.length}).` }];
  },
});
