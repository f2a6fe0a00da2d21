// What the gallery loads of the emails, in one graph: two would have two React contexts, and the emails no words.
export { PREVIEW_BRAND } from "../../app/model/emails/brand.ts";
export { EMAIL_TEMPLATES } from "../../app/model/emails/index.ts";
// oxlint-disable-next-line eslint/no-restricted-imports -- JSX, which app/commands.server.ts cannot have
export { renderEmail } from "../../app/email/render.server.tsx";
