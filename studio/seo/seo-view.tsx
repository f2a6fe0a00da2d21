import { Box, Container, Flex, Heading, Spinner, Stack, Text } from "@sanity/ui";
import type { ReactNode } from "react";
import type { UserViewComponent } from "sanity/structure";
import { seoPreview, type SeoPreview } from "../model/seo-preview.ts";
import { SearchResult } from "./search-result.tsx";
import { ShareCard } from "./share-card.tsx";
import { useSiteDefaults } from "./use-site-defaults.ts";

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={3}>
      <Heading as="h2" size={1}>
        {title}
      </Heading>
      {children}
    </Stack>
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
  const site = useSiteDefaults();
  if (site === undefined)
    return (
      <Flex align="center" height="fill" justify="center">
        <Spinner muted />
      </Flex>
    );
  const preview = seoPreview(
    { ...document.displayed, _type: schemaType.name },
    site ?? { companyName: "", tagline: "" },
  );
  const host = globalThis.location.host;
  return (
    <Box data-testid="seo-view" height="fill" overflow="auto" padding={4}>
      <Container width={1}>
        <Stack gap={5}>
          <Section title="In search results">
            <SearchResult {...preview} host={host} />
          </Section>
          <Section title="When shared">
            <ShareCard {...preview} host={host} />
          </Section>
          <Fallbacks from={preview.from} />
        </Stack>
      </Container>
    </Box>
  );
};
