import { Card, Stack, Text } from "@sanity/ui";
import { SNIPPET_LENGTHS, truncate } from "../model/truncate.ts";

interface SearchResultProps {
  title: string;
  description: string;
  host: string;
  path: string | undefined;
}

/** The page as a search engine may show it. */
export function SearchResult({ title, description, host, path }: SearchResultProps) {
  const crumbs = (path ?? "/…").split("/").filter(Boolean);
  return (
    <Card border padding={4} radius={2}>
      <Stack gap={3}>
        <Text muted size={1}>
          {[host, ...crumbs].join(" › ")}
        </Text>
        <Text size={3} style={{ color: "var(--card-link-color)" }}>
          {truncate(title, SNIPPET_LENGTHS.title)}
        </Text>
        <Text size={1}>{truncate(description, SNIPPET_LENGTHS.description)}</Text>
      </Stack>
    </Card>
  );
}
