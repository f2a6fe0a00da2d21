import type { EmailTemplate } from "./template.ts";

interface LinkProps {
  link: string;
}

export const passwordReset: EmailTemplate<LinkProps> = {
  name: "password-reset",
  title: "Link for a new password",
  placeholders: [],
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
  placeholders: [],
  subject: "Your password was changed",
  opening: "The password of your account on our website was just changed. All other browsers are signed out.",
  note: "If it was not you, set a new password now.",
  button: "Set a new password",
  link: ({ link }) => link,
  isQuiet: true,
  preview: { link: "https://harborlight.example/login/reset" },
};

/** `invitedBy` is the email of the admin who invited. */
export const invitation: EmailTemplate<LinkProps & { invitedBy: string | null }> = {
  name: "invitation",
  title: "Invitation of an editor",
  placeholders: ["invitation"],
  subject: "You are invited to edit our website",
  values: ({ invitedBy }) => ({ invitation: invitedBy ? `${invitedBy} invites you` : "You are invited" }),
  opening:
    "{invitation} to edit the pages, projects and posts of our website. Choose a password to begin. The link works once, for seven days.",
  note: "If you did not expect this, you can ignore this email.",
  button: "Accept the invitation",
  link: ({ link }) => link,
  preview: {
    link: "https://harborlight.example/login/invitation?token=4f1c",
    invitedBy: "ada@harborlight.example",
  },
};
