import { createContext } from "react";

/** The mark that the page came with; empty where there is none. */
export const PageMark = createContext("");
