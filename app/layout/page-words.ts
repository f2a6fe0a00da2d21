/** What stands on pages beside the content where editors have not changed it. Apart from page-texts.ts, as error-words.ts is. */
const words = {
  footerCompany: "Company",
  footerServices: "Services",
  footerLegal: "Legal",
  aboutMission: "Our mission",
  aboutValues: "What we hold to",
  aboutTeam: "The people you will speak with",
  aboutFigures: "In figures",
  askAboutService: "Ask about {service}",
  builtWith: "Built with",
  allArticles: "All articles",
  relatedArticles: "Read on",
  feed: "Follow by RSS",
  searchHeading: "Search",
} as const;

export const PAGE_WORDS = { type: "pageTexts", words };
