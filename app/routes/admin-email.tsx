import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmailPage } from "../admin/email-page.tsx";
import { viewEmail } from "../admin/email-view.server.ts";
import { unlistedMeta } from "../layout/seo.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  unlistedMeta(matches, data?.email.subject || "Email");

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  const { file = "" } = params;
  const message = await context.services.admin.outbox.email(file);
  if (!message) throw new Response("There is no such email.", { status: 404 });
  return { file, email: await viewEmail(message) };
}

export default function AdminEmail() {
  return <EmailPage {...useLoaderData<typeof loader>()} />;
}
