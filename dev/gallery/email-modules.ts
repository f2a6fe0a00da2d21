// What the gallery loads of the emails, in one graph: two would have two React contexts, and the emails no words.
export { PREVIEW_BRAND } from "../../app/platform/email-brand.ts";
export { EMAIL_TEMPLATES } from "../../app/email-templates.server.ts";
export { renderEmail } from "../../app/submissions/email/render-email.server.tsx";
