import { Box, Card, Flex, Heading, Spinner, Stack, Text } from "@sanity/ui";
import { useMemo, type ComponentProps, type ReactNode } from "react";
import { Preview, PreviewCard, useSchema, useUser } from "sanity";
import { IntentLink } from "sanity/router";

export const Loading = () => (
  <Flex align="center" height="fill" justify="center">
    <Spinner muted />
  </Flex>
);

/** What a pane says in place of its list. */
export const Note = ({ children }: { children: string }) => (
  <Box padding={4}>
    <Text muted>{children}</Text>
  </Box>
);

export const Section = ({ title, gap, children }: { title: string; gap: number; children: ReactNode }) => (
  <Stack as="section" gap={gap}>
    <Heading as="h2" size={1}>
      {title}
    </Heading>
    {children}
  </Stack>
);

/** The end of a line that says what somebody did; nothing where the name is not known. */
export function ByUser({ id }: { id: string }) {
  const [user] = useUser(id);
  return user?.displayName ? <>, by {user.displayName}</> : null;
}

/** Returns a link component for `PreviewCard`, which takes a component without props. */
const linkTo = (id: string, type: string, perspective: string) =>
  function Link(props: ComponentProps<"a">) {
    return (
      <IntentLink
        {...props}
        intent="edit"
        params={{ id, type }}
        searchParams={[["perspective", perspective === "drafts" ? "" : perspective]]}
      />
    );
  };

type EditCardProps = ComponentProps<typeof PreviewCard> & { id: string; type: string; perspective?: string };

/** A card that opens a document, in a release if `perspective` names one. */
export function EditCard({ id, type, perspective = "drafts", ...props }: EditCardProps) {
  const Link = useMemo(() => linkTo(id, type, perspective), [id, type, perspective]);
  return <PreviewCard as={Link} data-as="a" radius={2} {...props} />;
}

interface DocumentCardProps {
  id: string;
  type: string;
  /** Beside the preview; below it on a phone. */
  children: ReactNode;
}

/** An `EditCard` with the preview of its document. */
export function DocumentCard({ id, type, children }: DocumentCardProps) {
  const schemaType = useSchema().get(type);
  if (!schemaType) return null;
  return (
    <EditCard id={id} type={type} paddingRight={3}>
      <Flex align="center" gap={3} wrap="wrap">
        <Card style={{ background: "none", flex: "1 1 8rem", minWidth: 0 }}>
          <Preview
            layout="default"
            schemaType={schemaType}
            value={{ _id: id, _type: type }}
            skipVisibilityCheck
          />
        </Card>
        {children}
      </Flex>
    </EditCard>
  );
}
