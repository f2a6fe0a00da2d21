import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, useRevalidator, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { AdminHeading } from "../admin/admin-page.tsx";
import type { FiguresResult } from "../admin/figures.ts";
import { FiguresFailed, FiguresView } from "../admin/figures-view.tsx";
import { unlistedMeta } from "../layout/seo.ts";
import { Container } from "../ui/container.tsx";

export const meta: MetaFunction = ({ matches }) => unlistedMeta(matches, "Figures");

export async function loader({ context, request }: LoaderFunctionArgs): Promise<FiguresResult> {
  await context.services.auth.requirePermission(request, "administer");
  return context.services.admin.figures.load();
}

/** Shows network errors like errors of the store. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs): Promise<FiguresResult> {
  try {
    return await serverLoader<FiguresResult>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return { status: "failed" };
  }
}

export default function AdminFigures() {
  const result = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  return (
    <Container className="py-10 sm:py-14">
      <AdminHeading title="Last twelve weeks" />
      {result.status === "loaded" ? (
        <FiguresView figures={result.figures} />
      ) : (
        <FiguresFailed onRetry={() => void revalidate()} />
      )}
    </Container>
  );
}
