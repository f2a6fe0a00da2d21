import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { LegalPage } from "../pages/legal/legal-page.tsx";
import { legalMeta } from "../pages/legal/legal-meta.ts";
import { loadLegalPage } from "../pages/legal/load.server.ts";

export { legalHeaders as headers } from "../pages/legal/legal-meta.ts";

export const meta: MetaFunction<typeof loader> = ({ data, matches }) => legalMeta("/terms", data, matches);

export function loader({ context }: LoaderFunctionArgs) {
  return loadLegalPage(context, "terms");
}

export { keepAfterPost as shouldRevalidate } from "../platform/http/revalidation.ts";

export default function Terms() {
  return <LegalPage page={useLoaderData<typeof loader>()} />;
}
