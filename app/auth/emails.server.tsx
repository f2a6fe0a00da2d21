import { randomUUID } from "node:crypto";
import { emailJob, type EmailTemplate } from "../submissions/email/email.ts";
import { ActionButton, Paragraph, QuietLink } from "../submissions/email/email-layout.server.tsx";
import type { NewJob } from "../submissions/queue/job.ts";

const passwordReset: EmailTemplate<{ link: string }> = {
  name: "password-reset",
  subject: () => "Set a new password",
  Content: ({ link }) => (
    <>
      <Paragraph>
        Somebody asked for a new password for this address on our website. The link works once, for 30
        minutes.
      </Paragraph>
      <Paragraph>If it was not you, you can ignore this mail: your password stays as it is.</Paragraph>
      <ActionButton href={link}>Set a new password</ActionButton>
    </>
  ),
  preview: { link: "https://harborlight.example/login/reset?token=4f1c" },
};

const passwordChanged: EmailTemplate<{ link: string }> = {
  name: "password-changed",
  subject: () => "Your password was changed",
  Content: ({ link }) => (
    <>
      <Paragraph>
        The password of your account on our website was just changed. All other browsers are signed out.
      </Paragraph>
      <Paragraph>If it was not you, set a new password now.</Paragraph>
      <QuietLink href={link}>Set a new password</QuietLink>
    </>
  ),
  preview: { link: "https://harborlight.example/login/reset" },
};

export const AUTH_EMAILS: readonly EmailTemplate[] = [passwordReset, passwordChanged];

/** Returns the mail with the link to set a new password. */
export function passwordResetEmail(to: string, link: string): NewJob {
  return emailJob(`account-reset/${randomUUID()}`, "reset", { to, template: passwordReset, props: { link } });
}

/** Returns the notice that a password was changed, for an owner who did not do it. */
export function passwordChangedEmail(to: string, publicUrl: string): NewJob {
  return emailJob(`account-password/${randomUUID()}`, "password-changed", {
    to,
    template: passwordChanged,
    props: { link: `${publicUrl}/login/reset` },
  });
}
