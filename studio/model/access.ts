interface Person {
  roles: readonly { name: string }[];
}

const hasRole = (person: Person | null | undefined, ...names: string[]) =>
  Boolean(person?.roles.some(({ name }) => names.includes(name)));

/** Editors write the site; what visitors sent is for administrators only, as the lake's own rules are. */
export const seesSubmissions = (person: Person | null | undefined): boolean =>
  hasRole(person, "administrator");

/** Vision asks the lake anything: a tool for those who know what they ask. */
export const isDeveloper = (person: Person | null | undefined): boolean =>
  hasRole(person, "administrator", "developer");
