import { checkOf, findingsOf, type Finding, type Scene } from "./check.ts";

/** Names under which providers have their customers' keys. Others, such as Amazon's, are made at random. */
const SELECTORS =
  "google selector1 selector2 s1 s2 k1 k2 fm1 protonmail pm mandrill resend zoho default mail dkim";

/** Returns the texts of a name; null where DNS has neither the name nor one below it (RFC 8020). */
async function textsOf({ resolveTxt }: Scene, name: string): Promise<string[] | null> {
  const texts = await resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENODATA") return [];
    if (error.code === "ENOTFOUND") return null;
    throw error;
  });
  return texts && texts.map((parts) => parts.join(""));
}

async function hasText(scene: Scene, name: string, pattern: RegExp): Promise<boolean> {
  return (await textsOf(scene, name))?.some((text) => pattern.test(text)) ?? false;
}

/** What DNS tells of DKIM. Only an email that arrived names its key. */
async function findDkim(scene: Scene, domain: string): Promise<Finding[]> {
  const keys = `_domainkey.${domain}`;
  if ((await textsOf(scene, keys)) === null)
    return [{ wrong: `${domain} has no DKIM key: DNS has no name below ${keys}` }];
  const found = SELECTORS.split(" ").map((selector) => hasText(scene, `${selector}.${keys}`, /\bp=[\w+/]/));
  if ((await Promise.all(found)).includes(true)) return [];
  return [
    {
      look: `${domain} has names below ${keys}, none of them a usual one: whether one is your provider's DKIM key is not known.`,
      todo: "Run npm run doctor -- --send, and look at the source of the email: dkim=pass.",
    },
  ];
}

export const mailDns = checkOf("mail", {
  id: "mail-dns",
  expects: "the sender's domain has SPF, DMARC and DKIM records",
  todo: "Add the records that the mail provider names where the domain's DNS is.",
  async run({ from }, scene) {
    const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1];
    if (domain === undefined) return [{ wrong: "MAIL_FROM is no email address." }];
    const has = (name: string, pattern: RegExp) => hasText(scene, name, pattern);
    return [
      ...(await findDkim(scene, domain)),
      ...findingsOf(
        [!(await has(domain, /^v=spf1/i)), `${domain} has no SPF record: mail lands in spam.`],
        [
          !(await has(`_dmarc.${domain}`, /^v=dmarc1/i)),
          `${domain} has no DMARC record: large providers refuse its mail.`,
        ],
      ),
    ];
  },
});
