import { randomUUID } from "node:crypto";
import { mailJob } from "../submissions/mail/letter.ts";
import type { NewJob } from "../submissions/queue/job.ts";

/** The mail with the link to set a new password. */
export function resetMail(to: string, href: string): NewJob {
  return mailJob(`account-reset/${randomUUID()}`, "reset", {
    to,
    subject: "Set a new password",
    paragraphs: [
      "Somebody asked for a new password for this address on our website. The link works once, for 30 minutes.",
      "If it was not you, you can ignore this mail: your password stays as it is.",
    ],
    link: { text: "Set a new password", href },
  });
}

/** The notice that a password was changed, for an owner who did not do it. */
export function passwordChangedMail(to: string, publicUrl: string): NewJob {
  return mailJob(`account-password/${randomUUID()}`, "password-changed", {
    to,
    subject: "Your password was changed",
    paragraphs: [
      "The password of your account on our website was just changed. All other browsers are signed out.",
      "If it was not you, set a new password now.",
    ],
    link: { text: "Set a new password", href: `${publicUrl}/login/reset`, quiet: true },
  });
}
