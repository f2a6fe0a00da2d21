import { PAGES } from "../../app/model/page-list.ts";

/** The two forms that take visitors through steps; tests of ordinary pages leave them out. */
const WIZARDS = new Set(["/questionnaire", "/contract"]);

/** The pages that search engines list, and one project and one article. */
export const PUBLIC_PAGES = [
  ...PAGES.map(({ path }) => path).filter((path) => !WIZARDS.has(path)),
  "/portfolio/ferry-timetables",
  "/blog/the-monday-question",
];
