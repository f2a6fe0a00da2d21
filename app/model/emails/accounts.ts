import { ROLE_TEXTS } from "../role-texts.ts";
import type { GivenRole } from "../roles.ts";
import type { EmailTemplate } from "./template.ts";

interface LinkProps {
  link: string;
}

export const passwordReset: EmailTemplate<LinkProps> = {
  name: "password-reset",
  title: "Link for a new password",
  subject: "Set a new password",
  opening:
    "Somebody asked for a new password for this address on our website. The link works once, for 30 minutes.",
  note: "If it was not you, you can ignore this email: your password stays as it is.",
  button: "Set a new password",
  link: ({ link }) => link,
  preview: { link: "https://harborlight.example/login/reset?token=4f1c" },
};

export const passwordChanged: EmailTemplate<LinkProps> = {
  name: "password-changed",
  title: "A password was changed",
  subject: "Your password was changed",
  opening: "The password of your account on our website was just changed. All other browsers are signed out.",
  note: "If it was not you, set a new password now.",
  button: "Set a new password",
  link: ({ link }) => link,
  isQuiet: true,
  preview: { link: "https://harborlight.example/login/reset" },
};

interface InvitationProps extends LinkProps {
  /** Email of the admin who invited. */
  invitedBy: string | null;
  role: GivenRole;
}

export const invitation: EmailTemplate<InvitationProps> = {
  name: "invitation",
  title: "Invitation",
  subject: "You are invited to {task}",
  values: ({ invitedBy, role }) => ({
    invitation: invitedBy ? `${invitedBy} invites you` : "You are invited",
    task: ROLE_TEXTS[role].task,
  }),
  opening: "{invitation} to {task}. Choose a password to begin. The link works once, for seven days.",
  note: "If you did not expect this, you can ignore this email.",
  button: "Accept the invitation",
  link: ({ link }) => link,
  preview: {
    link: "https://harborlight.example/login/invitation?token=4f1c",
    invitedBy: "ada@harborlight.example",
    role: "editor",
  },
};
