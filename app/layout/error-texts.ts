import { defineTexts, type EditableText } from "../model/texts.ts";
import { ERROR_WORDS } from "./error-words.ts";

const { words } = ERROR_WORDS;

const title = (part: string, text: string): EditableText => ({ label: "Heading", text, max: 80, part });
const body = (part: string, text: string): EditableText => ({ label: "Text", text, max: 300, part });

const NOT_FOUND = "Page not found (404)";
const UNAVAILABLE = "Content unavailable (503)";
const FORBIDDEN = "Not allowed (403)";
const THROTTLED = "Too many requests (429)";
const REJECTED = "Bad request (400)";
const BROKEN = "Error of the site (500)";

/** The error pages. While the content store is away they show these words. */
export const ERROR_PAGES = defineTexts({
  type: ERROR_WORDS.type,
  title: "Error pages",
  path: "/page-not-found",
  texts: {
    notFoundTitle: title(NOT_FOUND, words.notFoundTitle),
    notFoundText: body(NOT_FOUND, words.notFoundText),
    unavailableTitle: title(UNAVAILABLE, words.unavailableTitle),
    unavailableText: body(UNAVAILABLE, words.unavailableText),
    forbiddenTitle: title(FORBIDDEN, words.forbiddenTitle),
    forbiddenText: body(FORBIDDEN, words.forbiddenText),
    throttledTitle: title(THROTTLED, words.throttledTitle),
    throttledText: body(THROTTLED, words.throttledText),
    rejectedTitle: title(REJECTED, words.rejectedTitle),
    rejectedText: body(REJECTED, words.rejectedText),
    brokenTitle: title(BROKEN, words.brokenTitle),
    brokenText: body(BROKEN, words.brokenText),
    recorded: {
      label: "Sentence below, where the error reached the log",
      text: words.recorded,
      max: 200,
      part: BROKEN,
    },
    retry: { label: "Button: try again", text: words.retry, max: 40, part: "Buttons" },
    home: { label: "Button: home", text: words.home, max: 40, part: "Buttons" },
  },
});
