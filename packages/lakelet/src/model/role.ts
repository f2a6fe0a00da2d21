/**
 * Administrators may do everything; editors everything but with private documents (ids with a dot other than `drafts.` and
 * `versions.`); viewers see everything and change nothing.
 */
export type Role = "administrator" | "editor" | "viewer";
