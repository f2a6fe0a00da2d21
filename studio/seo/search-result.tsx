import { Card, Stack, Text } from "@sanity/ui";
import { cut, SHOWN } from "../model/cut.ts";

interface SearchResultProps {
  title: string;
  description: string;
  host: string;
  path: string | undefined;
}

/** How a search engine may show the page. */
export function SearchResult({ title, description, host, path }: SearchResultProps) {
  const crumbs = (path ?? "/…").split("/").filter(Boolean);
  return (
    <Card border padding={4} radius={2}>
      <Stack gap={3}>
        <Text muted size={1}>
          {[host, ...crumbs].join(" › ")}
        </Text>
        <Text size={3} style={{ color: "var(--card-link-color)" }}>
          {cut(title, SHOWN.title)}
        </Text>
        <Text size={1}>{cut(description, SHOWN.description)}</Text>
      </Stack>
    </Card>
  );
}
