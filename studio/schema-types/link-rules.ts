import { defineField, type StringRule, type ValidationContext } from "sanity";
import { API_VERSION } from "../model/api.ts";
import { FIND_LINK_TARGET, linkError, linkTarget, linkWarning, type Found } from "../model/links.ts";

// Every field in which a link can stand has these rules. An address that no page can have is an error; one of which the
// document is not published, or no longer, is a warning.

type Client = Pick<ValidationContext, "getClient">;

const find = ({ getClient }: Client, target: object) =>
  getClient({ apiVersion: API_VERSION }).fetch<Found>(
    FIND_LINK_TARGET,
    { ...target },
    { perspective: "raw" },
  );

const NOTHING: Found = { pages: 0, posts: 0, projects: 0, services: 0, redirects: 0, off: 0 };

async function checkLink(href: string | undefined, context: Client): Promise<true | string> {
  if (!href) return true;
  const target = linkTarget(href);
  return linkError(href, target ? await find(context, target) : NOTHING) ?? true;
}

async function findBroken(href: string | undefined, context: Client): Promise<true | string> {
  const target = href ? linkTarget(href) : null;
  return target ? (linkWarning(target, await find(context, target)) ?? true) : true;
}

/** Rules of a field with an address. */
export const linkRules = (rule: StringRule): StringRule[] => [
  rule.custom(checkLink),
  rule.custom(findBroken).warning(),
];

/** A field with an address that has to be there. */
export const requiredLink = defineField({
  name: "href",
  title: "Leads to",
  type: "string",
  validation: (rule) => [rule.required(), ...linkRules(rule)],
});

/** For `rule.custom`: warns of an address of this site at which nothing is shown, such as the target of a redirect. */
export async function findDeadPath(href: string | undefined, context: Client): Promise<true | string> {
  if (!href?.startsWith("/")) return true;
  const checked = await checkLink(href, context);
  return checked === true ? findBroken(href, context) : `Nothing is shown at ${href} today`;
}
