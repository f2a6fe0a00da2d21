// What the gallery loads of the emails, in one graph: two would have two React contexts, and the emails no words.
export { PREVIEW_BRAND } from "../../app/email/brand.ts";
export { EMAIL_TEMPLATES } from "../../app/email/templates/index.ts";
export { renderEmail } from "../../app/email/render.server.tsx";
