/** Every kind of page that search engines list, one of each. */
export const PUBLIC_PAGES = [
  "/",
  "/about",
  "/services",
  "/portfolio",
  "/blog",
  "/blog/the-monday-question",
  "/contact",
  "/get-started",
  "/privacy",
  "/terms",
  "/policy",
];
