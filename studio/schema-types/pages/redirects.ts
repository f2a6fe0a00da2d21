import { LinkIcon } from "@sanity/icons/Link";
import { defineArrayMember, defineField, defineType } from "sanity";
import { fromProblem, redirectsProblem, toProblem, type Redirect } from "../../../app/model/redirects.ts";
import { knownRoutes } from "../../model/known-routes.ts";
import { findDeadPath } from "../link-rules.ts";

/** Returns true, or why the site would ignore a redirect of this address. */
function validateFrom(from = ""): true | string {
  if (knownRoutes.has(from)) return `The site has a page at ${from}, which is shown`;
  return fromProblem(from) ?? true;
}

export const redirects = defineType({
  name: "redirects",
  title: "Redirects",
  icon: LinkIcon,
  type: "document",
  fields: [
    defineField({
      name: "list",
      title: "Old addresses",
      type: "array",
      description:
        "Where visitors of addresses that no longer exist are sent. A page that exists is always shown. What stands behind the ? is kept.",
      of: [
        defineArrayMember({
          type: "object",
          name: "redirect",
          fields: [
            defineField({
              name: "from",
              title: "Old address",
              type: "string",
              placeholder: "/old-page",
              validation: (rule) => rule.custom(validateFrom),
            }),
            defineField({
              name: "to",
              title: "New address",
              type: "string",
              placeholder: "/services",
              validation: (rule) => [
                rule.custom((to = "") => toProblem(to) ?? true),
                rule.custom(findDeadPath).warning(),
              ],
            }),
          ],
          options: { columns: 2 },
          preview: { select: { title: "from", subtitle: "to" } },
        }),
      ],
      validation: (rule) =>
        rule.custom(
          (list) =>
            redirectsProblem(
              ((list ?? []) as Partial<Redirect>[]).map(({ from = "", to = "" }) => ({ from, to })),
            ) ?? true,
        ),
    }),
  ],
  preview: { prepare: () => ({ title: "Redirects" }) },
});
