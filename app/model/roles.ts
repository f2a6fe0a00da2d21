/** What somebody who is signed in may do. */
export type Permission =
  /** Read contracts and invoices: their table, pages, files and figures of payment. */
  | "read-contracts"
  /** Record that money was received for an invoice. */
  | "record-payments"
  /** Everything else in the dashboard, and the private documents in Studio and lake. */
  | "administer"
  /** The content of the site: the Studio, the lake without private documents, previews of drafts. */
  | "edit-content";

interface RoleRights {
  may: readonly Permission[];
  /** Where a sign-in leads. */
  home: string;
  /** Its role in the content lake and the Studio, by the permission `edit-content`; null for none. */
  lake: "admin" | "editor" | null;
}

/** Every role of the site: guards, dashboard, menu, People page, sign-in, previews, Studio and lake read this table; its words are in `role-texts.ts`. */
export const ROLES = {
  admin: {
    may: ["read-contracts", "record-payments", "administer", "edit-content"],
    home: "/admin",
    lake: "admin",
  },
  editor: {
    may: ["edit-content"],
    home: "/studio",
    lake: "editor",
  },
  bookkeeper: {
    may: ["read-contracts", "record-payments"],
    home: "/admin",
    lake: null,
  },
} as const satisfies Readonly<Record<string, RoleRights>>;

export type Role = keyof typeof ROLES;

/** A role that an admin gives by an invitation and the account stores. Admins are those on ADMIN_EMAILS. */
export type GivenRole = Exclude<Role, "admin">;

export const ROLE_NAMES = Object.keys(ROLES) as Role[];
export const GIVEN_ROLES = ROLE_NAMES.filter((role): role is GivenRole => role !== "admin");

export function isGivenRole(value: unknown): value is GivenRole {
  return GIVEN_ROLES.includes(value as GivenRole);
}

/** Returns whether a role has a permission; nobody without a role has any. */
export function mayRole(role: Role | null, permission: Permission): boolean {
  return role !== null && (ROLES[role].may as readonly Permission[]).includes(permission);
}
