import { createContext } from "react";

/** The form token of the page, empty where there is none. A file of its own because every page's first bundle contains it. */
export const PageToken = createContext("");
