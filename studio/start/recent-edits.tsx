import { Badge, Card, Flex, Stack, Text } from "@sanity/ui";
import { useMemo, type ComponentProps } from "react";
import { Preview, PreviewCard, useSchema, useTimeAgo } from "sanity";
import { IntentLink } from "sanity/router";
import type { Recent } from "../model/recent.ts";

/** Returns a link component for `PreviewCard`, which takes a component without props. */
const linkTo = (id: string, type: string) =>
  function Link(props: ComponentProps<"a">) {
    return <IntentLink {...props} intent="edit" params={{ id, type }} />;
  };

function Edit({ id, type, at, isDraft }: Recent) {
  const schemaType = useSchema().get(type);
  const ago = useTimeAgo(at, { agoSuffix: true });
  const Link = useMemo(() => linkTo(id, type), [id, type]);
  if (!schemaType) return null;
  return (
    <PreviewCard as={Link} data-as="a" paddingRight={3} radius={2}>
      <Flex align="center" gap={3}>
        <Card flex={1} style={{ background: "none", minWidth: 0 }}>
          <Preview
            layout="default"
            schemaType={schemaType}
            value={{ _id: id, _type: type }}
            skipVisibilityCheck
          />
        </Card>
        {isDraft ? <Badge tone="caution">Draft</Badge> : null}
        <Text muted size={1}>
          {ago}
        </Text>
      </Flex>
    </PreviewCard>
  );
}

/** The last edited documents of all editors. */
export function RecentEdits({ recent }: { recent: readonly Recent[] }) {
  if (recent.length === 0) return <Text muted>Nothing has been edited yet.</Text>;
  return (
    <Card border padding={2} radius={3}>
      <Stack gap={1}>
        {recent.map((edit) => (
          <Edit key={edit.id} {...edit} />
        ))}
      </Stack>
    </Card>
  );
}
