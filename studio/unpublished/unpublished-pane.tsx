import { Badge, Box, Flex, Spinner, Stack, Text } from "@sanity/ui";
import { useMemo, type ComponentProps } from "react";
import { useObservable } from "react-rx";
import { catchError, map, of, type Observable } from "rxjs";
import {
  Preview,
  PreviewCard,
  useClient,
  useCurrentUser,
  useDataset,
  useDocumentStore,
  useSchema,
  useUser,
} from "sanity";
import { IntentLink } from "sanity/router";
import { seesSubmissions } from "../model/access.ts";
import { API_VERSION } from "../model/api.ts";
import { adminContent, contentTypes } from "../model/kinds.ts";
import { formatTime } from "../model/time.ts";
import { firstAuthor, UNPUBLISHED, type Unpublished } from "../model/unpublished.ts";

/** Returns the drafts that the user may see, live; undefined until they are loaded. */
function useUnpublished(): Unpublished[] | undefined {
  const store = useDocumentStore();
  const isAdmin = seesSubmissions(useCurrentUser());
  const drafts: Observable<Unpublished[]> = useMemo(() => {
    const types = isAdmin ? [...contentTypes, ...adminContent] : contentTypes;
    return store.listenQuery(
      { fetch: UNPUBLISHED, listen: `*[_type in $types || _type == "publishSchedule"]` },
      { types },
      { apiVersion: API_VERSION, perspective: "raw", throttleTime: 500 },
    );
  }, [store, isAdmin]);
  return useObservable(drafts, undefined);
}

/** Who edited a draft last, where the history has it. */
function LastAuthor({ draftId }: { draftId: string }) {
  const client = useClient({ apiVersion: API_VERSION });
  const dataset = useDataset();
  const author = useMemo(
    () =>
      client.observable
        .request<unknown>({
          url: `/data/history/${dataset}/transactions/${encodeURIComponent(draftId)}`,
          query: { excludeContent: "true", reverse: "true", limit: "1" },
          tag: "unpublished",
        })
        .pipe(
          map(firstAuthor),
          catchError(() => of(undefined)),
        ),
    [client, dataset, draftId],
  );
  const id = useObservable(author, undefined);
  return id ? <Author id={id} /> : null;
}

function Author({ id }: { id: string }) {
  const [user] = useUser(id);
  return user?.displayName ? <>, by {user.displayName}</> : null;
}

/** Returns a link component for `PreviewCard`, which takes a component without props. */
const linkTo = (id: string, type: string) =>
  function Link(props: ComponentProps<"a">) {
    return <IntentLink {...props} intent="edit" params={{ id, type }} />;
  };

function Change({ id, draftId, type, at, isNew, publishAt, problem }: Unpublished) {
  const schemaType = useSchema().get(type);
  const Link = useMemo(() => linkTo(id, type), [id, type]);
  if (!schemaType) return null;
  return (
    <PreviewCard as={Link} data-as="a" padding={1} radius={2}>
      <Preview
        layout="default"
        schemaType={schemaType}
        value={{ _id: draftId, _type: type }}
        skipVisibilityCheck
      />
      <Stack gap={3} padding={2}>
        <Text muted size={1}>
          {schemaType.title}, {formatTime(at)}
          <LastAuthor key={at} draftId={draftId} />
        </Text>
        {isNew || publishAt ? (
          <Flex gap={2} wrap="wrap">
            {isNew ? <Badge>Not on the site yet</Badge> : null}
            {publishAt && problem ? <Badge tone="critical">Not published as scheduled</Badge> : null}
            {publishAt && !problem ? <Badge tone="primary">Publishes {formatTime(publishAt)}</Badge> : null}
          </Flex>
        ) : null}
        {problem ? <Text size={1}>{problem}</Text> : null}
      </Stack>
    </PreviewCard>
  );
}

/** The changes of all editors that visitors do not see yet. */
export function UnpublishedPane() {
  const drafts = useUnpublished();
  if (!drafts)
    return (
      <Flex align="center" height="fill" justify="center">
        <Spinner muted />
      </Flex>
    );
  if (drafts.length === 0)
    return (
      <Box padding={4}>
        <Text muted>Everything is published.</Text>
      </Box>
    );
  return (
    <Stack as="ul" data-testid="unpublished" gap={1} margin={0} padding={2} style={{ listStyle: "none" }}>
      {drafts.map((draft) => (
        <li key={draft.draftId}>
          <Change {...draft} />
        </li>
      ))}
    </Stack>
  );
}
