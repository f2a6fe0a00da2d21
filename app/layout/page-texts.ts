import { defineTexts, type EditableText } from "../model/texts.ts";
import { PAGE_WORDS } from "./page-words.ts";

const { words } = PAGE_WORDS;

const heading = (part: string, label: string, text: string): EditableText => ({ label, text, max: 80, part });

/** The headings and links of pages that belong to no document of theirs. */
export const PAGE_TEXTS = defineTexts({
  type: PAGE_WORDS.type,
  title: "Headings and links",
  path: "/about",
  texts: {
    footerCompany: heading("Footer", "First column", words.footerCompany),
    footerServices: heading("Footer", "Second column", words.footerServices),
    footerLegal: heading("Footer", "Third column", words.footerLegal),
    aboutMission: heading("About page", "Beside the mission", words.aboutMission),
    aboutValues: heading("About page", "Above the values", words.aboutValues),
    aboutTeam: heading("About page", "Above the team", words.aboutTeam),
    aboutFigures: heading("About page", "Above the figures", words.aboutFigures),
    askAboutService: {
      ...heading("Services and portfolio", "Button of a service", words.askAboutService),
      placeholders: ["service"],
    },
    builtWith: heading("Services and portfolio", "Before a project's technologies", words.builtWith),
    allArticles: heading("Blog", "Link back to the list", words.allArticles),
    relatedArticles: heading("Blog", "Above related articles", words.relatedArticles),
    feed: heading("Blog", "Link to the feed", words.feed),
    searchHeading: heading("Search", "Heading of the page", words.searchHeading),
  },
});
