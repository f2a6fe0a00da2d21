import { Badge, Card, Flex, Heading, Stack, Text } from "@sanity/ui";
import { useId, type ReactNode } from "react";
import { NOT_SPECIFIED, type ViewItem } from "../../app/model/questionnaire-view.ts";
import type { DetailRow } from "./contract-rows.ts";

/** A section of what was sent, with a heading. */
export function DetailGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id} border padding={4} radius={2}>
      <Stack gap={4}>
        <Heading as="h2" id={id} size={0}>
          {title}
        </Heading>
        {children}
      </Stack>
    </Card>
  );
}

/** Labels and values; a value that was not given says so, as in the dashboard. */
export function DetailItems({ items }: { items: readonly ViewItem[] }) {
  return (
    <Stack as="dl" gap={4} margin={0}>
      {items.map(({ label, value }) => (
        <Stack key={label} gap={2}>
          <Text as="dt" muted size={1}>
            {label}
          </Text>
          <Text as="dd" size={1} style={{ margin: 0, overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
            {value.trim() || NOT_SPECIFIED}
          </Text>
        </Stack>
      ))}
    </Stack>
  );
}

/** Lines of a bill or of a timeline. */
export function DetailRows({ rows, ordered = false }: { rows: readonly DetailRow[]; ordered?: boolean }) {
  if (rows.length === 0)
    return (
      <Text muted size={1}>
        None.
      </Text>
    );
  return (
    <Stack as={ordered ? "ol" : "ul"} gap={4} margin={0} padding={0} style={{ listStyle: "none" }}>
      {rows.map(({ key, label, note, value, badge, isSum }) => (
        <Flex as="li" gap={4} justify="space-between" key={key}>
          <Stack flex={1} gap={2} style={{ minWidth: 0 }}>
            <Flex align="center" gap={2} wrap="wrap">
              <Text size={1} style={{ overflowWrap: "anywhere" }} weight={isSum ? "semibold" : "regular"}>
                {label}
              </Text>
              {badge ? <Badge>{badge}</Badge> : null}
            </Flex>
            {note ? (
              <Text muted size={1} style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
                {note}
              </Text>
            ) : null}
          </Stack>
          {value ? (
            <Text
              size={1}
              style={{ fontVariantNumeric: "tabular-nums" }}
              weight={isSum ? "semibold" : "regular"}
            >
              {value}
            </Text>
          ) : null}
        </Flex>
      ))}
    </Stack>
  );
}
