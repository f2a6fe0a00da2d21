import { Card, Grid, Stack, Text } from "@sanity/ui";
import type { Inbox } from "../model/kinds.ts";
import { PathLink } from "./path-link.tsx";

interface WaitingProps {
  inboxes: readonly Inbox[];
  counts: Record<string, number>;
}

/** The number of new submissions of each kind, as a link to their list. */
export function Waiting({ inboxes, counts }: WaitingProps) {
  return (
    <Grid gridTemplateColumns={[1, 2, 4]} gap={3}>
      {inboxes.map(({ type, title }) => {
        const count = counts[type] ?? 0;
        return (
          <Card
            as={PathLink}
            border
            data-as="a"
            data-testid={`waiting-${type}`}
            key={type}
            padding={4}
            path={`/structure/${type};new`}
            radius={3}
            style={{ textDecoration: "none" }}
            tone={count > 0 ? "primary" : "default"}
          >
            <Stack gap={3}>
              <Text size={4} weight="semibold">
                {count}
              </Text>
              <Text size={1}>{title}</Text>
            </Stack>
          </Card>
        );
      })}
    </Grid>
  );
}
