// Where on the site a document is to be seen, in plain words: no import of the Studio, so that it can be tested alone.

/** What is known of a document that is looked for on the site. */
export interface Placed {
  _type: string;
  title?: string | undefined;
  slug?: string | undefined;
  page?: string | undefined;
}

export interface SitePlace {
  title: string;
  href: string;
}

const HOME: SitePlace = { title: "Home", href: "/" };
const ABOUT: SitePlace = { title: "About", href: "/about" };
const PORTFOLIO: SitePlace = { title: "Portfolio", href: "/portfolio" };
const BLOG: SitePlace = { title: "Blog", href: "/blog" };
const ORDER: SitePlace = { title: "Order form", href: "/contract" };

const titled = (title: string | undefined, href: string): SitePlace => ({ title: title || href, href });

/** The pages that show a document, the one that is most its own first; none for what the site never shows. */
export function placesOf({ _type, title, slug, page }: Placed): SitePlace[] {
  switch (_type) {
    case "homePage":
    case "testimonial":
      return [HOME];
    case "siteSettings":
      return [HOME, { title: "Contact", href: "/contact" }];
    case "aboutPage":
      return [ABOUT];
    case "statistic":
      return [HOME, ABOUT, PORTFOLIO];
    case "pageIntro":
      return page ? [titled(title, `/${page}`)] : [];
    case "legalPage":
      return slug ? [titled(title, `/${slug}`)] : [];
    case "pageService":
      return slug ? [titled(title, `/services#${slug}`), HOME] : [HOME];
    case "project":
      return [PORTFOLIO, HOME];
    case "orderService":
      return [ORDER];
    case "post":
      return slug ? [titled(title, `/blog/${slug}`), BLOG] : [BLOG];
    case "author":
      return [BLOG];
    default:
      return [];
  }
}
