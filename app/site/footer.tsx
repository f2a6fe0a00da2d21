import { Link, NavLink } from "@remix-run/react";
import type { ReactNode } from "react";
import { LOOK, SETTINGS, textField, useEditable, type EditableField } from "../content/editable.ts";
import { useTexts } from "../content/use-texts.ts";
import { servicePath } from "../model/content-paths.ts";
import { fullStop } from "../model/format.ts";
import { LEGAL_LINKS } from "../model/page-list.ts";
import PAGE_TEXTS from "../model/texts/pages.json" with { type: "json" };
import { Container } from "../ui/container.tsx";
import { lazyPart } from "../ui/lazy-part.tsx";
import { Logo } from "./logo.tsx";
import { navigationOf } from "./navigation.ts";
import { FooterSearch } from "./search-form.tsx";
import type { SiteData } from "./site-data.ts";
import { SiteNavLink } from "./site-link.tsx";
import { ThemeChooser } from "./theme.tsx";

/** Only where Google Analytics is on. */
const ConsentLink = lazyPart(
  () => import("./consent/consent-link.tsx"),
  (module) => module.ConsentLink,
);

/** The footer (docs/specification.md, section 2). All texts but the names of the pages can be changed in the Studio. */
export function Footer({ site, newsletter }: { site: SiteData; newsletter?: ReactNode }) {
  const { settings, services } = site;
  const edit = useEditable();
  return (
    <footer className="border-t border-line bg-tint">
      <Container className="pt-16 pb-8">
        <div className="grid grid-cols-2 gap-x-8 gap-y-10 md:grid-cols-3 lg:grid-cols-[minmax(0,5fr)_repeat(3,minmax(0,2fr))]">
          <Company {...settings} />
          <Column name="footerCompany" shows={textField(LOOK, "footerLinks")}>
            {navigationOf(site).footer.map((link) => (
              <SiteNavLink key={link.to + link.label} to={link.to} className="footer-link">
                {link.label}
              </SiteNavLink>
            ))}
          </Column>
          <Column name="footerServices">
            {services.map(({ _id, slug, title }) => (
              <Link
                key={slug}
                {...(_id && edit({ id: _id, type: "pageService", path: "title" }))}
                to={servicePath(slug)}
                className="footer-link"
              >
                {title}
              </Link>
            ))}
          </Column>
          <Column name="footerLegal">
            {LEGAL_LINKS.map((link) => (
              <NavLink key={link.to} to={link.to} className="footer-link">
                {link.label}
              </NavLink>
            ))}
          </Column>
        </div>
        <div className="mt-12 grid gap-x-16 gap-y-10 md:grid-cols-2">
          {newsletter}
          <FooterSearch />
        </div>
        <div className="mt-12 border-t border-line pt-6">
          <LastLine site={site} />
        </div>
      </Container>
    </footer>
  );
}

/** The footer of pages about a visitor's own business, which offers nothing else: how to reach the company, and the legal pages. */
export function SmallFooter({ site }: { site: SiteData }) {
  const { email } = site.settings;
  const words = useTexts(PAGE_TEXTS);
  return (
    <footer className="border-t border-line bg-tint">
      <Container className="py-6">
        <LastLine site={site}>
          <nav aria-label={words.footerLegal}>
            <ul className="flex flex-wrap gap-x-6">
              {LEGAL_LINKS.map((link) => (
                <li key={link.to}>
                  <NavLink to={link.to} className="footer-link">
                    {link.label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <a href={`mailto:${email}`} className="contact-link text-sm">
            {email}
          </a>
        </LastLine>
      </Container>
    </footer>
  );
}

/** Whose site it is and what visitors may set, with what stands between. */
function LastLine({ site, children }: { site: SiteData; children?: ReactNode }) {
  const { settings, year, measurementId } = site;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <p className="text-sm text-ink-faint">
        © {year} {fullStop(settings.legalName ?? settings.companyName)} All rights reserved.
      </p>
      {children}
      {measurementId ? <ConsentLink /> : null}
      <ThemeChooser />
    </div>
  );
}

function Company({ companyName, tagline, email, location, socialLinks }: SiteData["settings"]) {
  const edit = useEditable();
  const field = (name: string) => edit(textField(SETTINGS, name));
  return (
    <div className="col-span-full max-w-[26rem] lg:col-span-1">
      <div {...field("companyName")} className="flex items-center gap-3">
        <Logo companyName={companyName} />
      </div>
      <p {...field("tagline")} className="mt-5 text-sm text-ink-soft">
        {tagline}
      </p>
      <address className="mt-5 text-sm not-italic">
        <a {...field("email")} href={`mailto:${email}`} className="contact-link">
          {email}
        </a>
        <p {...field("location")} className="text-ink-soft">
          {location}
        </p>
      </address>
      {socialLinks.length > 0 ? (
        <ul {...field("socialLinks")} className="mt-3 flex flex-wrap gap-x-5">
          {socialLinks.map((link) => (
            <li key={link.url}>
              <a href={link.url} rel="me noopener" className="footer-link">
                {link.label}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

interface ColumnProps {
  /** The text that is its title. */
  name: "footerCompany" | "footerServices" | "footerLegal";
  /** The field of its links. */
  shows?: EditableField;
  children: ReactNode[];
}

function Column({ name, shows, children }: ColumnProps) {
  const edit = useEditable();
  const title = useTexts(PAGE_TEXTS)[name];
  return (
    <nav aria-label={title}>
      <h2 {...edit(textField(PAGE_TEXTS, name))} className="text-sm tracking-normal text-ink">
        {title}
      </h2>
      <ul {...(shows && edit(shows))} className="mt-3">
        {children.map((link, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a fixed list that is never reordered
          <li key={index}>{link}</li>
        ))}
      </ul>
    </nav>
  );
}
