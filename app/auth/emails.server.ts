import { randomUUID } from "node:crypto";
import { emailRow } from "../email/email-row.server.tsx";
import { INVITATION, PASSWORD_CHANGED, PASSWORD_RESET } from "./email-words.ts";

interface LinkProps {
  link: string;
}

const passwordReset = emailRow<LinkProps>({
  words: PASSWORD_RESET,
  link: ({ link }) => link,
  preview: { link: "https://harborlight.example/login/reset?token=4f1c" },
});

const passwordChanged = emailRow<LinkProps>({
  words: PASSWORD_CHANGED,
  link: ({ link }) => link,
  isQuiet: true,
  preview: { link: "https://harborlight.example/login/reset" },
});

interface InvitationProps extends LinkProps {
  /** Email of the admin who invited. */
  invitedBy: string | null;
}

const invitation = emailRow<InvitationProps>({
  words: INVITATION,
  values: ({ invitedBy }) => ({ invitation: invitedBy ? `${invitedBy} invites you` : "You are invited" }),
  link: ({ link }) => link,
  preview: {
    link: "https://harborlight.example/login/invitation?token=4f1c",
    invitedBy: "ada@harborlight.example",
  },
});

export const AUTH_EMAILS = [passwordReset, passwordChanged, invitation];

/** An email to the owner of an account, for the mail queue. */
export interface AccountEmail {
  /** Unique: each email is sent once. */
  id: string;
  kind: string;
  to: string;
  template: (typeof AUTH_EMAILS)[number];
  props: LinkProps | InvitationProps;
}

/** Returns the email with the link to set a new password. */
export function passwordResetEmail(to: string, link: string): AccountEmail {
  const id = `account-reset/${randomUUID()}`;
  return { id, kind: "reset", to, template: passwordReset, props: { link } };
}

/** Returns the notice that the password was changed, in case the owner did not do it. */
export function passwordChangedEmail(to: string, publicUrl: string): AccountEmail {
  const id = `account-password/${randomUUID()}`;
  const link = `${publicUrl}/login/reset`;
  return { id, kind: "password-changed", to, template: passwordChanged, props: { link } };
}

/** Returns the email with the link to accept an invitation. */
export function invitationEmail(to: string, props: InvitationProps): AccountEmail {
  return { id: `account-invitation/${randomUUID()}`, kind: "invitation", to, template: invitation, props };
}
