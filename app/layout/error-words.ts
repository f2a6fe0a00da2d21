/** What the error pages say where editors have not changed it. Apart from error-texts.ts: browsers need no more than this. */
const words = {
  notFoundTitle: "We can’t find that page",
  notFoundText: "The address may be mistyped, or the page may have moved. One of these should help.",
  unavailableTitle: "The site is unavailable right now",
  unavailableText: "We can’t reach our content at the moment. Nothing is lost; please try again in a minute.",
  forbiddenTitle: "This page is not for you",
  forbiddenText: "You may have to sign in, or sign in as somebody else, to see it.",
  throttledTitle: "That was a little too often",
  throttledText: "Please wait a minute and try again.",
  rejectedTitle: "That request didn’t work",
  rejectedText: "Something about the request was not right. Please go back and try again.",
  brokenTitle: "Something went wrong on our side",
  brokenText: "Please try again in a moment.",
  recorded: "The error has been recorded.",
  retry: "Try again",
  home: "Home",
} as const;

export const ERROR_WORDS = { type: "errorTexts", words };
