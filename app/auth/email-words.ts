import type { EmailWords } from "../email/words.ts";

export const PASSWORD_RESET: EmailWords = {
  name: "password-reset",
  title: "Link for a new password",
  placeholders: [],
  subject: "Set a new password",
  opening:
    "Somebody asked for a new password for this address on our website. The link works once, for 30 minutes.",
  note: "If it was not you, you can ignore this email: your password stays as it is.",
  button: "Set a new password",
};

export const PASSWORD_CHANGED: EmailWords = {
  name: "password-changed",
  title: "A password was changed",
  placeholders: [],
  subject: "Your password was changed",
  opening: "The password of your account on our website was just changed. All other browsers are signed out.",
  note: "If it was not you, set a new password now.",
  button: "Set a new password",
};

export const INVITATION: EmailWords = {
  name: "invitation",
  title: "Invitation of an editor",
  placeholders: ["invitation"],
  subject: "You are invited to edit our website",
  opening:
    "{invitation} to edit the pages, projects and posts of our website. Choose a password to begin. The link works once, for seven days.",
  note: "If you did not expect this, you can ignore this email.",
  button: "Accept the invitation",
};
