import { emailPart } from "../admin/email-view.server.ts";
import { guarded } from "../auth/guarded.server.ts";
import { EMAIL_PARTS } from "../model/admin-paths.ts";

/** The HTML of an email of the outbox, for the frame of its page, or its source. */
export const loader = guarded("administer", async ({ services, params }) => {
  const message = await services.admin.outbox.email(params["file"] ?? "");
  const part = EMAIL_PARTS.find((name) => name === params["part"]);
  if (!message || !part) return new Response("There is no such email.", { status: 404 });
  return emailPart(message, part);
});
