/** What somebody who is signed in may do. */
export type Permission =
  /** Everything in the dashboard, the Studio and the lake. */
  | "administer"
  /** The content of the site: the Studio, the lake without private documents, previews of drafts. */
  | "edit-content";

interface RoleRights {
  title: string;
  may: readonly Permission[];
  /** Where a sign-in leads. */
  home: string;
  /** Its role in the content lake and the Studio, by the permission `edit-content`; null for none. */
  lake: "admin" | "editor" | null;
}

/** Every role of the site: guards, menu, People page, sign-in, previews and lake read this table. */
export const ROLES = {
  admin: { title: "Administrator", may: ["administer", "edit-content"], home: "/admin", lake: "admin" },
  editor: { title: "Editor", may: ["edit-content"], home: "/studio", lake: "editor" },
} as const satisfies Readonly<Record<string, RoleRights>>;

export type Role = keyof typeof ROLES;

/** A role that an admin gives by an invitation and the account stores. Admins are those on ADMIN_EMAILS. */
export type GivenRole = Exclude<Role, "admin">;

/** Returns whether a role has a permission; nobody without a role has any. */
export function mayRole(role: Role | null, permission: Permission): boolean {
  return role !== null && (ROLES[role].may as readonly Permission[]).includes(permission);
}
