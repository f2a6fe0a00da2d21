import { useLoaderData, useRevalidator, type ClientLoaderFunctionArgs } from "@remix-run/react";
import { AdminPage } from "../admin/admin-page.tsx";
import { FiguresFailed, FiguresView } from "../admin/figures-view.tsx";
import type { FiguresResult } from "../admin/figures.ts";
import { guarded } from "../auth/guarded.server.ts";
import { unlisted } from "../site/seo.ts";

export const meta = unlisted("Figures");

export const loader = guarded("administer", ({ services }) => services.admin.figures.load());

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
    <AdminPage title="Last twelve weeks">
      {result.status === "loaded" ? (
        <FiguresView figures={result.figures} />
      ) : (
        <FiguresFailed onRetry={() => void revalidate()} />
      )}
    </AdminPage>
  );
}
