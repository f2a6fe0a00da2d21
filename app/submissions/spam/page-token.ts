import { createContext } from "react";

/** The form token of the page, empty where there is none. A file of its own because every page's first bundle contains it. */
export const PageToken = createContext("");

/** A field that people do not see and programs fill in. Browsers do not autofill this name. */
export const HONEYPOT = "website";

/** The field with the form token: signed, with the time when the form was loaded or first focused. */
export const FORM_TOKEN = "formToken";

/** The fields that `SpamFields` adds to a form. */
export const SPAM_FIELDS = [HONEYPOT, FORM_TOKEN] as const;

/** Path that returns a token for a form that gets the focus. */
export const FORM_TOKEN_PATH = "/api/form-token";
