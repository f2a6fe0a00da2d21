import { map } from "rxjs";
import { defineDocuments, presentationTool, type DocumentLocationResolver } from "sanity/presentation";
import { kindOfType } from "../../app/model/tables.ts";
import { API_VERSION } from "../model/api.ts";
import {
  notShown,
  sectionOf,
  sitePages,
  usedAt,
  USED_BY,
  type PreviewedDocument,
} from "../model/site-paths.ts";

const DOCUMENT_QUERY = `*[_id in [$id, "drafts." + $id]] | order(_updatedAt desc)[0]{
  _type, "title": coalesce(title, heading), "slug": slug.current, page,
  "usedBy": ${USED_BY}
}`;

/** "Used on …" above a document, live because its slug may be what is edited. Submissions are not on the site. */
const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) =>
  kindOfType(type)
    ? null
    : documentStore
        .listenQuery(
          DOCUMENT_QUERY,
          { id, section: sectionOf(type) },
          { apiVersion: API_VERSION, perspective: "raw" },
        )
        .pipe(
          map((document: PreviewedDocument | null) => {
            const message = usedAt(type);
            if (message) return { message, tone: "positive" as const };
            const pages = sitePages(document ?? { _type: type });
            return pages.length > 0
              ? { locations: pages }
              : { message: notShown(type), tone: "caution" as const };
          }),
        );

/** Maps each page of the site to the document to edit. */
const mainDocuments = defineDocuments([
  { route: "/", type: "homePage" },
  { route: "/about", type: "aboutPage" },
  { route: "/blog/:slug", filter: `_type == "post" && slug.current == $slug` },
  { route: "/portfolio/:slug", filter: `_type == "project" && slug.current == $slug` },
  { route: ["/privacy", "/terms", "/policy"], resolve: ({ path }) => legalPage(path) },
  {
    route: "/:page",
    filter: `(_type == "pageIntro" && page == $page) || (_type == "page" && slug.current == $page)`,
  },
]);

function legalPage(path: string) {
  return { filter: `_type == "legalPage" && slug.current == $slug`, params: { slug: path.slice(1) } };
}

/** Returns the tool that shows the site with all drafts beside the form. The site ignores the secret that the tool sends: it asks for the session. */
export const previewTool = (site: string) =>
  presentationTool({
    title: "Preview",
    previewUrl: { initial: site, previewMode: { enable: "/api/preview" } },
    resolve: { locations, mainDocuments },
  });
