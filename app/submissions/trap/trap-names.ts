/** A field that people do not see and that programs like to fill. No browser fills a field of this name by itself. */
export const HONEYPOT = "website";

/** The field that carries the signed mark of where and when the form was got. */
export const MARK = "formMark";

/** Both, for who reads a form by the names of its fields. */
export const TRAP_FIELDS = [HONEYPOT, MARK] as const;

/** Where a form that is begun gets its mark. */
export const MARK_ADDRESS = "/api/form-mark";
