import { type Typing, typeOut } from "./type-out.ts";

/** Specification 9: the headline starts after 500 ms and types one character every 80 ms. */
export const TYPING: Typing = { start: 500, step: 80 };

/**
 * Types when the page is opened: the headline is there with the first paint and waits for no script of the framework. The
 * same text in every answer, allowed by its hash.
 */
export const typingScript = `(${typeOut.toString()})(document.querySelector(".typed-headline"),${JSON.stringify(TYPING)})`;
