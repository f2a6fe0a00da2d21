import { randomUUID } from "node:crypto";
import { data, redirect } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { contractPath } from "../model/admin-paths.ts";
import { AdminHeading } from "../admin/admin-page.tsx";
import { OfferForm } from "../contracts/offer/offer-form.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { Container } from "../ui/container.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "New contract");

/** An empty form, or with `?from=` one filled with the content of another contract. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  await context.services.auth.requirePermission(request, "administer");
  const from = new URL(request.url).searchParams.get("from");
  return { ...(await context.services.offers.loadNew(from)), submissionId: randomUUID() as string };
}

export async function action({ context, request }: ActionFunctionArgs) {
  const admin = await context.services.auth.requirePermission(request, "administer");
  const { result, ...init } = await context.services.offers.create(request, admin.email);
  return result.status === "stored" ? redirect(contractPath(result.id, "link"), 303) : data(result, init);
}

export default function AdminContractNew() {
  const form = useLoaderData<typeof loader>();
  const posted = useActionData<typeof action>();
  const copied = form.defaults ? " Filled with the content of another contract, at today's prices." : "";
  return (
    <Container className="py-10 sm:py-14">
      <AdminHeading
        title="New contract"
        intro={`Made for one client, who reviews, signs and pays it over a private link.${copied}`}
      />
      <OfferForm {...form} posted={posted} />
    </Container>
  );
}
