import { checkOf, type Finding, type Scene } from "./check.ts";

/** Returns whether DNS has a text that begins so. */
async function hasText({ resolveTxt }: Scene, name: string, start: string): Promise<boolean> {
  const texts = await resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENODATA" || error.code === "ENOTFOUND") return [];
    throw error;
  });
  return texts.some((parts) => parts.join("").toLowerCase().startsWith(start));
}

export const mailDns = checkOf("mail", {
  id: "mail-dns",
  area: "mail",
  expects: "the sender's domain has SPF and DMARC records",
  todo: "Add the records that the mail provider names, its DKIM key too, where the domain's DNS is.",
  async run({ from }, scene) {
    const domain = /@([^\s<>@]+)>?\s*$/.exec(from)?.[1];
    if (domain === undefined) return [{ wrong: "MAIL_FROM is no email address." }];
    const findings: Finding[] = [];
    if (!(await hasText(scene, domain, "v=spf1")))
      findings.push({ wrong: `${domain} has no SPF record: mail lands in spam.` });
    if (!(await hasText(scene, `_dmarc.${domain}`, "v=dmarc1")))
      findings.push({ wrong: `${domain} has no DMARC record: large providers refuse its mail.` });
    return findings;
  },
});
