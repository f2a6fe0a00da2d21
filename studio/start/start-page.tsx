import { Box, Container, Flex, Heading, Spinner, Stack } from "@sanity/ui";
import type { ReactNode } from "react";
import { useCurrentUser } from "sanity";
import { seesSubmissions } from "../model/access.ts";
import { inboxes } from "../model/kinds.ts";
import { RecentEdits } from "./recent-edits.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { useOverview } from "./use-overview.ts";
import { Waiting } from "./waiting.tsx";

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack as="section" gap={4}>
      <Heading as="h2" size={1}>
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

/** The page that the Studio opens with: shortcuts, new submissions and recent edits, live. */
export function StartPage() {
  const user = useCurrentUser();
  const overview = useOverview();
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
                <Section title="New submissions">
                  <Waiting counts={overview.waiting} inboxes={inboxes.filter(({ hasStatus }) => hasStatus)} />
                </Section>
              ) : null}
              <Section title="Recently edited">
                <RecentEdits recent={overview.recent} />
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
