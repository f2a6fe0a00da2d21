/** One page that stands on one document of its own. */
export interface ListedPage {
  path: string;
  documentId: string;
  /** What kind of page it is, in a word or two: above the title on the picture that it is shared with, and in a search. */
  kind: string;
}

const page = (path: string, documentId: string, kind: string): ListedPage => ({ path, documentId, kind });

/** Every public page that is not an article, with the document it stands on. */
export const PAGES: readonly ListedPage[] = [
  page("/", "homePage", "Home"),
  page("/about", "aboutPage", "About"),
  page("/services", "pageIntro-services", "Services"),
  page("/portfolio", "pageIntro-portfolio", "Portfolio"),
  page("/blog", "pageIntro-blog", "Blog"),
  page("/contact", "pageIntro-contact", "Contact"),
  page("/get-started", "pageIntro-get-started", "Get started"),
  page("/questionnaire", "pageIntro-questionnaire", "Project questionnaire"),
  page("/contract", "pageIntro-contract", "Service order"),
  page("/privacy", "legalPage-privacy", "Legal"),
  page("/terms", "legalPage-terms", "Legal"),
  page("/policy", "legalPage-policy", "Legal"),
];
