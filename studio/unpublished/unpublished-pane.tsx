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

/** Returns the changes that the user may see, live; undefined until they are loaded. */
function useUnpublished(): Unpublished[] | undefined {
  const types = writtenTypes(seesSubmissions(useCurrentUser()));
  return useLive({
    query: { fetch: UNPUBLISHED, listen: `*[_type in $types || _type == "system.release"]` },
    params: { types },
    throttleTime: 500,
  });
}

/** Who edited a version last, where the history has it. */
function LastAuthor({ versionId }: { versionId: string }) {
  const client = useClient({ apiVersion: API_VERSION });
  const dataset = useDataset();
  const author = useMemo(
    () =>
      client.observable
        .request<unknown>({
          url: `/data/history/${dataset}/transactions/${encodeURIComponent(versionId)}`,
          query: { excludeContent: "true", reverse: "true", limit: "1" },
          tag: "unpublished",
        })
        .pipe(
          map(firstAuthor),
          catchError(() => of(undefined)),
        ),
    [client, dataset, versionId],
  );
  const id = useObservable(author, undefined);
  return id ? <ByUser id={id} /> : null;
}

function Change({ id, versionId, type, at, isNew, perspective, release }: Unpublished) {
  const schemaType = useSchema().get(type);
  if (!schemaType) return null;
  const { title, publishAt, problem } = release ?? {};
  return (
    <EditCard id={id} type={type} perspective={perspective} padding={1}>
      <Preview
        layout="default"
        schemaType={schemaType}
        value={{ _id: versionId, _type: type }}
        skipVisibilityCheck
      />
      <Stack gap={3} padding={2}>
        <Text muted size={1}>
          {schemaType.title}, {formatTime(at)}
          <LastAuthor key={at} versionId={versionId} />
        </Text>
        <Flex gap={2} wrap="wrap">
          {isNew ? <Badge>Not on the site yet</Badge> : null}
          {title ? <Badge>{title}</Badge> : null}
          {problem ? <Badge tone="critical">Not published as scheduled</Badge> : null}
          {publishAt ? <Badge tone="primary">Publishes {formatTime(publishAt)}</Badge> : null}
        </Flex>
        {problem ? <Text size={1}>{problem}</Text> : null}
      </Stack>
    </EditCard>
  );
}

/** The changes of all editors that visitors do not see yet. */
export function UnpublishedPane() {
  const changes = useUnpublished();
  if (!changes) return <Loading />;
  if (changes.length === 0) return <Note>Everything is published.</Note>;
  return (
    <Stack as="ul" data-testid="unpublished" gap={1} margin={0} padding={2} style={{ listStyle: "none" }}>
      {changes.map((change) => (
        <li key={change.versionId}>
          <Change {...change} />
        </li>
      ))}
    </Stack>
  );
}
