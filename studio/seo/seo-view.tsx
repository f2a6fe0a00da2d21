import { createImageUrlBuilder } from "@sanity/image-url";
import { Box, Card, Container, Flex, Stack, Text } from "@sanity/ui";
import { useClient } from "sanity";
import type { UserViewComponent } from "sanity/structure";
import { API_VERSION } from "../model/api.ts";
import { seoPreview, type SeoPreview, type SiteDefaults } from "../model/seo-preview.ts";
import { SNIPPET_LENGTHS, truncate } from "../model/truncate.ts";
import { Loading, Section } from "../shared/parts.tsx";
import { useLive } from "../shared/use-live.ts";

const DEFAULTS = {
  fetch: `*[_id == "siteSettings"][0]{ companyName, tagline, seo }`,
  listen: '*[_id == "siteSettings"]',
};

type Shown = SeoPreview & { host: string };

/** The page as a search engine may show it. */
function SearchResult({ title, description, host, path = "/…" }: Shown) {
  return (
    <Card border padding={4} radius={2}>
      <Stack gap={3}>
        <Text muted size={1}>
          {[host, ...path.split("/").filter(Boolean)].join(" › ")}
        </Text>
        <Text size={3} style={{ color: "var(--card-link-color)" }}>
          {truncate(title, SNIPPET_LENGTHS.title)}
        </Text>
        <Text size={1}>{truncate(description, SNIPPET_LENGTHS.description)}</Text>
      </Stack>
    </Card>
  );
}

/** The page as a shared link shows it, with the picture at the site's size of 1200 by 630 pixels. */
function ShareCard({ title, description, host, image, drawn }: Shown) {
  const client = useClient({ apiVersion: API_VERSION });
  const source = image
    ? createImageUrlBuilder(client).image(image).width(1200).height(630).fit("crop").url()
    : drawn;
  return (
    <Card border overflow="hidden" radius={2} style={{ maxWidth: 520 }}>
      {source ? (
        <img
          alt={image?.alt ?? ""}
          src={source}
          style={{ aspectRatio: "1200 / 630", display: "block", width: "100%" }}
        />
      ) : (
        <Card tone="transparent">
          <Flex align="center" justify="center" padding={6}>
            <Text muted>Shared without a picture</Text>
          </Flex>
        </Card>
      )}
      <Stack gap={3} padding={3}>
        <Text muted size={1}>
          {host}
        </Text>
        <Text weight="semibold">{title}</Text>
        <Text muted size={1} textOverflow="ellipsis">
          {description}
        </Text>
      </Stack>
    </Card>
  );
}

const parts = [
  ["Title", "title"],
  ["Description", "description"],
  ["Picture", "image"],
] as const;

/** Lists the parts that fall back to another text, and where it comes from. */
function Fallbacks({ from }: Pick<SeoPreview, "from">) {
  const fallbacks = parts.flatMap(([name, key]) => (from[key] ? [`${name}: ${from[key]}`] : []));
  if (fallbacks.length === 0) return null;
  return (
    <Text muted size={1}>
      Not set under “Search and sharing”, so taken from elsewhere. {fallbacks.join(". ")}.
    </Text>
  );
}

/** A view beside the form: the edited page as search engines and shared links show it. */
export const SeoView: UserViewComponent = ({ document, schemaType }) => {
  const site = useLive<SiteDefaults | null>({ query: DEFAULTS, perspective: "published" });
  if (site === undefined) return <Loading />;
  const preview = seoPreview(
    { ...document.displayed, _type: schemaType.name },
    site ?? { companyName: "", tagline: "" },
  );
  const shown = { ...preview, host: globalThis.location.host };
  return (
    <Box data-testid="seo-view" height="fill" overflow="auto" padding={4}>
      <Container width={1}>
        <Stack gap={5}>
          <Section title="In search results" gap={3}>
            <SearchResult {...shown} />
          </Section>
          <Section title="When shared" gap={3}>
            <ShareCard {...shown} />
          </Section>
          <Fallbacks from={preview.from} />
        </Stack>
      </Container>
    </Box>
  );
};
