import type { Role } from "./roles.ts";

interface RoleTexts {
  title: string;
  /** What its people do, for an invitation: "You are invited to ...". */
  task: string;
  /** Says on the People page who has the role and what it sees. */
  summary: string;
}

/** Apart from the rights: every page needs those, and no more. */
export const ROLE_TEXTS: Readonly<Record<Role, RoleTexts>> = {
  admin: {
    title: "Administrator",
    task: "run our website",
    summary: "Administrators are set with ADMIN_EMAILS and see everything.",
  },
  editor: {
    title: "Editor",
    task: "edit the pages, projects and posts of our website",
    summary: "Editors change the site in the Studio and see no submission, contract or coupon.",
  },
  bookkeeper: {
    title: "Bookkeeper",
    task: "read our contracts and invoices and record payments",
    summary:
      "Bookkeepers read contracts and invoices in the dashboard, record payments, and do nothing else.",
  },
};
