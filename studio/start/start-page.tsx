import { Badge, Box, Card, Container, Flex, Heading, Spinner, Stack, Text } from "@sanity/ui";
import { useCurrentUser, useTimeAgo } from "sanity";
import { seesSubmissions } from "../model/access.ts";
import { contentTypes } from "../model/kinds.ts";
import { recentDocuments, type Recent } from "../model/recent.ts";
import { DocumentCard, Section } from "../shared/parts.tsx";
import { useLive } from "../shared/use-live.ts";
import { DemoSection } from "./demo-section.tsx";
import { Shortcuts } from "./shortcuts.tsx";

const SHOWN = 8;

// A draft and its published version are two rows of one document.
const EDITED = `*[_type in $types] | order(_updatedAt desc)[0...${SHOWN * 2}]{ _id, _type, _updatedAt }`;

type Edited = { _id: string; _type: string; _updatedAt: string }[];

function Edit({ id, type, at, isDraft }: Recent) {
  const ago = useTimeAgo(at, { agoSuffix: true });
  return (
    <DocumentCard id={id} type={type}>
      {isDraft ? <Badge tone="caution">Draft</Badge> : null}
      <Text muted size={1}>
        {ago}
      </Text>
    </DocumentCard>
  );
}

/** The last edited documents of all editors. */
function RecentEdits({ edited }: { edited: Edited }) {
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

/** The page that the Studio opens with: shortcuts and recent edits, live. */
export function StartPage() {
  const user = useCurrentUser();
  const edited = useLive<Edited>({
    query: { fetch: EDITED, listen: "*[_type in $types]" },
    params: { types: contentTypes },
    throttleTime: 500,
  });
  return (
    <Box data-testid="start-page" height="fill" overflow="auto" padding={[3, 4, 5]}>
      <Container width={2}>
        <Stack gap={6}>
          <Heading as="h1" size={3}>
            {user?.name ? `Hello, ${user.name}` : "Hello"}
          </Heading>
          <Shortcuts isAdmin={seesSubmissions(user)} />
          <DemoSection />
          {edited ? (
            <Section title="Recently edited" gap={4}>
              <RecentEdits edited={edited} />
            </Section>
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
