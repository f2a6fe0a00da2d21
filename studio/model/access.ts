interface Person {
  roles: readonly { name: string }[];
}

const hasRole = (person: Person | null | undefined, ...names: string[]) =>
  Boolean(person?.roles.some(({ name }) => names.includes(name)));

/** Returns whether a user may see submissions: administrators only, as in the lake's own rules. */
export const seesSubmissions = (person: Person | null | undefined): boolean =>
  hasRole(person, "administrator");

/** Returns whether a user gets Vision, which runs any query. */
export const isDeveloper = (person: Person | null | undefined): boolean =>
  hasRole(person, "administrator", "developer");
