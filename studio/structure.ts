import type { StructureBuilder, StructureResolver } from "sanity/structure";
import { introPages } from "./schema-types/pages/page-intro.ts";

const API_VERSION = "2025-02-19";

function singleton(S: StructureBuilder, type: string, title: string) {
  return S.listItem()
    .id(type)
    .title(title)
    .child(S.document().schemaType(type).documentId(type).title(title));
}

function openings(S: StructureBuilder) {
  const items = introPages.map((page) =>
    S.listItem()
      .id(page)
      .title(`/${page}`)
      .child(S.document().schemaType("pageIntro").documentId(`pageIntro-${page}`)),
  );
  return S.listItem()
    .id("openings")
    .title("Page openings")
    .child(S.list().title("Page openings").items(items));
}

function ordered(S: StructureBuilder, type: string, title: string) {
  return S.listItem()
    .id(type)
    .title(title)
    .schemaType(type)
    .child(
      S.documentTypeList(type)
        .title(title)
        .defaultOrdering([{ field: "order", direction: "asc" }]),
    );
}

function inbox(S: StructureBuilder, type: string, title: string, date: string) {
  return S.listItem()
    .id(type)
    .title(title)
    .schemaType(type)
    .child(
      S.documentList()
        .id(type)
        .title(title)
        .schemaType(type)
        .apiVersion(API_VERSION)
        .filter("_type == $type")
        .params({ type })
        .defaultOrdering([{ field: date, direction: "desc" }])
        .initialValueTemplates([]),
    );
}

/** The desk: the site's own pages first, then what it lists, then what visitors sent. */
export const structure: StructureResolver = (S) =>
  S.list()
    .title("Content")
    .items([
      singleton(S, "siteSettings", "Site settings"),
      singleton(S, "homePage", "Home page"),
      singleton(S, "aboutPage", "About page"),
      openings(S),
      S.documentTypeListItem("legalPage").title("Legal pages"),
      S.divider(),
      ordered(S, "pageService", "Services"),
      ordered(S, "orderService", "Order services"),
      ordered(S, "project", "Projects"),
      ordered(S, "testimonial", "Testimonials"),
      ordered(S, "statistic", "Figures"),
      S.documentTypeListItem("post").title("Posts"),
      S.documentTypeListItem("author").title("Authors"),
      S.divider(),
      inbox(S, "clientQuestionnaire", "Questionnaires", "submitted_at"),
      inbox(S, "contract", "Contracts", "submittedAt"),
      inbox(S, "adminContract", "Admin contracts", "submittedAt"),
      inbox(S, "contactSubmission", "Contact messages", "submitted_at"),
      inbox(S, "newsletterSubscriber", "Newsletter subscribers", "subscribed_at"),
    ]);
