import { mayRole, ROLE_NAMES, ROLES, type Permission } from "../../app/model/roles.ts";

interface Person {
  roles: readonly { name: string }[];
}

/** What the lake and hosted Sanity call the lake's roles. */
const NAMES = { admin: "administrator", editor: "editor" } as const;

/** Returns the Studio's names of the roles with a permission. */
const rolesWith = (permission: Permission): string[] =>
  ROLE_NAMES.flatMap((role) => {
    const { lake } = ROLES[role];
    return lake && mayRole(role, permission) ? [NAMES[lake]] : [];
  });

const hasRole = (person: Person | null | undefined, names: readonly string[]) =>
  Boolean(person?.roles.some(({ name }) => names.includes(name)));

/** Returns whether a user may see submissions: administrators only, as in the lake's own rules. */
export const seesSubmissions = (person: Person | null | undefined): boolean =>
  hasRole(person, rolesWith("administer"));

/** Returns whether a user gets Vision, which runs any query; `developer` is a role of hosted Sanity. */
export const isDeveloper = (person: Person | null | undefined): boolean =>
  hasRole(person, [...rolesWith("administer"), "developer"]);
