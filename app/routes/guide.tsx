import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { loadGuide } from "../pages/guide/guides.server.ts";
import { PRIVATE } from "../platform/cache-control.ts";
import { PageHeader } from "../site/page-header.tsx";
import { Container, Section } from "../ui/container.tsx";

export const headers: HeadersFunction = () => ({ "Cache-Control": PRIVATE });

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.title ?? "" },
  { name: "robots", content: "noindex" },
];

/** Requires a signed-in user. The Studio's Start links to this page. */
export async function loader({ context, request, params }: LoaderFunctionArgs) {
  await context.services.auth.requireUser(request);
  const guide = loadGuide(params["name"] ?? "");
  if (!guide) throw new Response("Not found", { status: 404 });
  return guide;
}

export default function GuidePage() {
  const { title, html } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader heading={title} />
      <Section>
        <Container>
          {/* Documents of this repository, rendered on the server. */}
          <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        </Container>
      </Section>
    </>
  );
}
