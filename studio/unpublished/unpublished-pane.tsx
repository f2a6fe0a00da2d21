import { Badge, Flex, Stack, Text } from "@sanity/ui";
import { useMemo } from "react";
import { useObservable } from "react-rx";
import { catchError, map, of } from "rxjs";
import { Preview, useClient, useCurrentUser, useDataset, useSchema } from "sanity";
import { seesSubmissions } from "../model/access.ts";
import { API_VERSION } from "../model/api.ts";
import { writtenTypes } from "../model/kinds.ts";
import { formatTime } from "../model/time.ts";
import { firstAuthor, UNPUBLISHED, type Unpublished } from "../model/unpublished.ts";
import { ByUser, EditCard, Loading, Note } from "../shared/parts.tsx";
import { useLive } from "../shared/use-live.ts";

/** Returns the drafts that the user may see, live; undefined until they are loaded. */
function useUnpublished(): Unpublished[] | undefined {
  const types = writtenTypes(seesSubmissions(useCurrentUser()));
  return useLive({
    query: { fetch: UNPUBLISHED, listen: `*[_type in $types || _type == "publishSchedule"]` },
    params: { types },
    throttleTime: 500,
  });
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
  return id ? <ByUser id={id} /> : null;
}

function Change({ id, draftId, type, at, isNew, publishAt, problem }: Unpublished) {
  const schemaType = useSchema().get(type);
  if (!schemaType) return null;
  return (
    <EditCard id={id} type={type} padding={1}>
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
    </EditCard>
  );
}

/** The changes of all editors that visitors do not see yet. */
export function UnpublishedPane() {
  const drafts = useUnpublished();
  if (!drafts) return <Loading />;
  if (drafts.length === 0) return <Note>Everything is published.</Note>;
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
