import { defineTexts, type EditableText } from "../content/texts.ts";

const view = (part: string, title: string, text: string): { title: EditableText; text: EditableText } => ({
  title: { label: "Heading", text: title, max: 80, part },
  text: { label: "Text", text, max: 300, part },
});

const notFound = view(
  "Page not found (404)",
  "We can’t find that page",
  "The address may be mistyped, or the page may have moved. One of these should help.",
);
const unavailable = view(
  "Content unavailable (503)",
  "The site is unavailable right now",
  "We can’t reach our content at the moment. Nothing is lost; please try again in a minute.",
);
const forbidden = view(
  "Not allowed (403)",
  "This page is not for you",
  "You may have to sign in, or sign in as somebody else, to see it.",
);
const throttled = view(
  "Too many requests (429)",
  "That was a little too often",
  "Please wait a minute and try again.",
);
const rejected = view(
  "Bad request (400)",
  "That request didn’t work",
  "Something about the request was not right. Please go back and try again.",
);
const broken = view(
  "Error of the site (500)",
  "Something went wrong on our side",
  "The error has been recorded. Please try again in a moment.",
);

/** The error pages. While the content store is away they show these words. */
export const ERROR_PAGES = defineTexts({
  type: "errorTexts",
  title: "Error pages",
  path: "/page-not-found",
  texts: {
    notFoundTitle: notFound.title,
    notFoundText: notFound.text,
    unavailableTitle: unavailable.title,
    unavailableText: unavailable.text,
    forbiddenTitle: forbidden.title,
    forbiddenText: forbidden.text,
    throttledTitle: throttled.title,
    throttledText: throttled.text,
    rejectedTitle: rejected.title,
    rejectedText: rejected.text,
    brokenTitle: broken.title,
    brokenText: broken.text,
    retry: { label: "Button: try again", text: "Try again", max: 40, part: "Buttons" },
    home: { label: "Button: home", text: "Home", max: 40, part: "Buttons" },
  },
});
