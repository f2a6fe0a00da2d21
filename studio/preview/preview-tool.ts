import { map } from "rxjs";
import { defineDocuments, presentationTool, type DocumentLocationResolver } from "sanity/presentation";
import { API_VERSION } from "../model/api.ts";
import { inboxOf } from "../model/kinds.ts";
import { placesOf, type Placed } from "../model/site-paths.ts";

const PLACED = `*[_id in [$id, "drafts." + $id]] | order(_updatedAt desc)[0]{
  _type, "title": coalesce(title, heading), "slug": slug.current, page
}`;

/** "Used on …" above a document. Follows the document, whose address may be what is edited. Nobody looks for submissions there. */
const locations: DocumentLocationResolver = ({ id, type }, { documentStore }) =>
  inboxOf(type)
    ? null
    : documentStore.listenQuery(PLACED, { id }, { apiVersion: API_VERSION, perspective: "raw" }).pipe(
        map((document: Placed | null) => {
          const places = placesOf(document ?? { _type: type });
          return places.length > 0
            ? { locations: places }
            : { message: "The site does not show it", tone: "caution" as const };
        }),
      );

/** Which document an editor means by opening a page of the site. */
const mainDocuments = defineDocuments([
  { route: "/", type: "homePage" },
  { route: "/about", type: "aboutPage" },
  { route: "/blog/:slug", filter: `_type == "post" && slug.current == $slug` },
  { route: ["/privacy", "/terms", "/policy"], resolve: ({ path }) => legalPage(path) },
  { route: "/:page", filter: `_type == "pageIntro" && page == $page` },
]);

function legalPage(path: string) {
  return { filter: `_type == "legalPage" && slug.current == $slug`, params: { slug: path.slice(1) } };
}

/** The site in a frame beside the form, as it will be when everything is published. The site lets in who comes with our secret. */
export const previewTool = (site: string) =>
  presentationTool({
    title: "Preview",
    previewUrl: { initial: site, previewMode: { enable: "/api/preview" } },
    resolve: { locations, mainDocuments },
  });
