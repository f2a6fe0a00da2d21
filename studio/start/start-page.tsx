import { Badge, Box, Card, Container, Flex, Grid, Heading, Spinner, Stack, Text } from "@sanity/ui";
import { Preview, useCurrentUser, useSchema, useTimeAgo } from "sanity";
import { seesSubmissions } from "../model/access.ts";
import { contentTypes, inboxes } from "../model/kinds.ts";
import { recentDocuments, type Recent } from "../model/recent.ts";
import { UNREAD, type Unread } from "../model/unread.ts";
import { EditCard, Section } from "../shared/parts.tsx";
import { useLive } from "../shared/use-live.ts";
import { PathLink, Shortcuts } from "./shortcuts.tsx";

const SHOWN = 8;

// A draft and its published version are two rows of one document.
const FETCH = `{
  "waiting": ${UNREAD},
  "edited": *[_type in $content] | order(_updatedAt desc)[0...${SHOWN * 2}]{ _id, _type, _updatedAt }
}`;

interface Overview {
  waiting: Unread;
  edited: { _id: string; _type: string; _updatedAt: string }[];
}

/** The number of new submissions of each kind, as a link to their list. */
function Waiting({ counts }: { counts: Unread }) {
  return (
    <Grid gridTemplateColumns={[1, 2, 4]} gap={3}>
      {inboxes
        .filter(({ hasStatus }) => hasStatus)
        .map(({ type, title }) => (
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
            tone={counts[type] ? "primary" : "default"}
          >
            <Stack gap={3}>
              <Text size={4} weight="semibold">
                {counts[type] ?? 0}
              </Text>
              <Text size={1}>{title}</Text>
            </Stack>
          </Card>
        ))}
    </Grid>
  );
}

function Edit({ id, type, at, isDraft }: Recent) {
  const schemaType = useSchema().get(type);
  const ago = useTimeAgo(at, { agoSuffix: true });
  if (!schemaType) return null;
  return (
    <EditCard id={id} type={type} paddingRight={3}>
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
    </EditCard>
  );
}

/** The last edited documents of all editors. */
function RecentEdits({ edited }: Pick<Overview, "edited">) {
  if (edited.length === 0) return <Text muted>Nothing has been edited yet.</Text>;
  return (
    <Card border padding={2} radius={3}>
      <Stack gap={1}>
        {recentDocuments(edited, SHOWN).map((edit) => (
          <Edit key={edit.id} {...edit} />
        ))}
      </Stack>
    </Card>
  );
}

/** The page that the Studio opens with: shortcuts, new submissions and recent edits, live. */
export function StartPage() {
  const user = useCurrentUser();
  const overview = useLive<Overview>({
    query: { fetch: FETCH, listen: "*[_type in $types]" },
    params: { content: contentTypes, types: [...contentTypes, ...inboxes.map(({ type }) => type)] },
    throttleTime: 500,
  });
  return (
    <Box data-testid="start-page" height="fill" overflow="auto" padding={[3, 4, 5]}>
      <Container width={2}>
        <Stack gap={6}>
          <Heading as="h1" size={3}>
            {user?.name ? `Hello, ${user.name}` : "Hello"}
          </Heading>
          <Shortcuts />
          {overview ? (
            <>
              {seesSubmissions(user) ? (
                <Section title="New submissions" gap={4}>
                  <Waiting counts={overview.waiting} />
                </Section>
              ) : null}
              <Section title="Recently edited" gap={4}>
                <RecentEdits edited={overview.edited} />
              </Section>
            </>
          ) : (
            <Flex justify="center" padding={5}>
              <Spinner muted />
            </Flex>
          )}
        </Stack>
      </Container>
    </Box>
  );
}
