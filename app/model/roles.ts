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
}

/** Every role of the site. Guards, dashboard, Studio and lake read this table (docs/decisions.md, Roles). */
export const ROLES = {
  admin: { title: "Administrator", may: ["administer", "edit-content"], home: "/admin" },
  editor: { title: "Editor", may: ["edit-content"], home: "/studio" },
} as const satisfies Readonly<Record<string, RoleRights>>;

export type Role = keyof typeof ROLES;

/** Returns whether a role has a permission; nobody without a role has any. */
export function mayRole(role: Role | null, permission: Permission): boolean {
  return role !== null && (ROLES[role].may as readonly Permission[]).includes(permission);
}
