import { index, layout, route, type RouteConfig } from "@remix-run/route-config";

export default [
  layout("routes/pages.tsx", [
    index("routes/home.tsx"),
    route("about", "routes/about.tsx"),
    route("services", "routes/services.tsx"),
    route("portfolio", "routes/portfolio.tsx"),
    route("blog", "routes/blog.tsx"),
    route("blog/:slug", "routes/blog-post.tsx"),
    route("contact", "routes/contact.tsx"),
    route("get-started", "routes/get-started.tsx"),
    route("privacy", "routes/privacy.tsx"),
    route("terms", "routes/terms.tsx"),
    route("policy", "routes/policy.tsx"),
    route("thank-you", "routes/thank-you.tsx"),
    route("newsletter", "routes/newsletter.tsx"),
    route("unsubscribe", "routes/unsubscribe.tsx"),
    route("*", "routes/not-found.tsx"),
  ]),
  route("blog/rss.xml", "routes/blog-rss.ts"),
  route("manifest.webmanifest", "routes/manifest.ts"),
  route("sitemap.xml", "routes/sitemap.ts"),
  route("robots.txt", "routes/robots.ts"),
  route("api/contact", "routes/contact-api.ts"),
  route("api/newsletter", "routes/newsletter-api.ts"),
  route("api/page-view", "routes/page-view.ts"),
] satisfies RouteConfig;
