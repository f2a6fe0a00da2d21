import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmailPage } from "../admin/email-page.tsx";
import { viewEmail } from "../admin/email-view.server.ts";
import { guarded } from "../auth/guarded.server.ts";
import { unlistedMeta } from "../site/seo.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(matches, data?.email.subject || "Email");

export const loader = guarded("administer", async ({ services, params }) => {
  const { file = "" } = params;
  const message = await services.admin.outbox.email(file);
  if (!message) throw new Response("There is no such email.", { status: 404 });
  return { file, email: await viewEmail(message) };
});

export default function AdminEmail() {
  return <EmailPage {...useLoaderData<typeof loader>()} />;
}
