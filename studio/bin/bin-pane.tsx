import { isHttpError } from "@sanity/client";
import { RestoreIcon } from "@sanity/icons/Restore";
import { Button, Flex, Stack, Text } from "@sanity/ui";
import { useToast } from "@sanity/ui/toast";
import { useEffect, useState } from "react";
import {
  prepareForPreview,
  useClient,
  useCurrentUser,
  useDataset,
  useSchema,
  type SanityDocument,
} from "sanity";
import { seesSubmissions } from "../model/access.ts";
import { API_VERSION } from "../model/api.ts";
import { restoration, restoredText, type Deleted } from "../model/bin.ts";
import { writtenTypes } from "../model/kinds.ts";
import { formatTime } from "../model/time.ts";
import { ByUser, Loading, Note } from "../shared/parts.tsx";

const EXISTS = "count(*[_id in $ids])";

interface Page {
  documents: Deleted[];
  nextCursor: string;
}

/** Returns what is deleted, newest first, and functions that show more and take one off; undefined until it is loaded. */
function useDeleted() {
  const client = useClient({ apiVersion: API_VERSION });
  const dataset = useDataset();
  const isAdmin = seesSubmissions(useCurrentUser());
  const [cursor, setCursor] = useState("");
  const [page, setPage] = useState<Page>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const query = { types: writtenTypes(isAdmin).join(","), limit: "50", nextCursor: cursor };
    const subscription = client.observable
      .request<Page>({ url: `/data/history/${dataset}/deleted`, query, tag: "bin" })
      .subscribe({
        next: (next) =>
          setPage((before) => ({
            ...next,
            documents: cursor ? [...(before?.documents ?? []), ...next.documents] : next.documents,
          })),
        error: () => setFailed(true),
      });
    return () => subscription.unsubscribe();
  }, [client, dataset, isAdmin, cursor]);
  const remove = (id: string) =>
    setPage(
      (page) => page && { ...page, documents: page.documents.filter(({ documentId }) => documentId !== id) },
    );
  return { page, failed, remove, showMore: () => setCursor(page?.nextCursor ?? "") };
}

/** Returns the last states of a deleted document; undefined until they are loaded. */
function useLastStates({ versions }: Deleted): SanityDocument[] | undefined {
  const client = useClient({ apiVersion: API_VERSION });
  const dataset = useDataset();
  const [documents, setDocuments] = useState<SanityDocument[]>();
  const ids = versions.join(",");
  useEffect(() => {
    const subscription = client.observable
      .request<{ documents: SanityDocument[] }>({
        url: `/data/history/${dataset}/documents/${ids}`,
        query: { lastRevision: "true" },
        tag: "bin",
      })
      .subscribe({ next: ({ documents }) => setDocuments(documents), error: () => setDocuments([]) });
    return () => subscription.unsubscribe();
  }, [client, dataset, ids]);
  return documents;
}

function explain(error: unknown): string {
  if (isHttpError(error) && error.statusCode === 409)
    return "Its id is in use again, or something that it refers to is deleted. Restore that first.";
  return error instanceof Error ? error.message : "Please try again.";
}

/** Returns a function that brings a document back. It resolves to whether it did. */
function useRestore(): (deleted: Deleted, documents: readonly SanityDocument[]) => Promise<boolean> {
  const client = useClient({ apiVersion: API_VERSION });
  const toast = useToast();
  return async (deleted, documents) => {
    const { documentId } = deleted;
    try {
      const ids = [documentId, `drafts.${documentId}`];
      // A draft alone could be created beside a document that has taken its id.
      const count = await client.fetch<number>(EXISTS, { ids }, { perspective: "raw" });
      if (count > 0) throw new Error("There is a document with its id again.");
      await client.mutate(restoration(deleted, documents), { tag: "restore" });
      toast.push({ status: "success", title: "Restored" });
      return true;
    } catch (error) {
      toast.push({ status: "error", title: "Not restored", description: explain(error) });
      return false;
    }
  };
}

function Item({ deleted, onRestored }: { deleted: Deleted; onRestored: () => void }) {
  const schemaType = useSchema().get(deleted.type);
  const documents = useLastStates(deleted);
  const restore = useRestore();
  const [isBusy, setBusy] = useState(false);
  const document = documents?.at(-1);
  const { title, subtitle } = document && schemaType ? prepareForPreview(document, schemaType) : {};
  const name = typeof title === "string" && title ? title : deleted.documentId;
  const run = async () => {
    setBusy(true);
    if (await restore(deleted, documents ?? [])) onRestored();
    else setBusy(false);
  };
  return (
    <Flex align="flex-start" gap={3} justify="space-between" padding={2}>
      <Stack flex={1} gap={3} style={{ minWidth: 0 }}>
        <Text size={1} weight="medium">
          {name}
        </Text>
        {typeof subtitle === "string" && subtitle ? (
          <Text muted size={1} textOverflow="ellipsis">
            {subtitle}
          </Text>
        ) : null}
        <Text muted size={1}>
          {schemaType?.title ?? deleted.type}, deleted {formatTime(deleted.timestamp)}
          <ByUser id={deleted.author} />
        </Text>
        <Text muted size={1}>
          {restoredText(deleted)}
        </Text>
      </Stack>
      <Button
        aria-label={`Restore ${name}`}
        disabled={isBusy || documents?.length !== deleted.versions.length}
        icon={RestoreIcon}
        mode="ghost"
        onClick={() => void run()}
        text="Restore"
      />
    </Flex>
  );
}

function DeletedList() {
  const { page, failed, remove, showMore } = useDeleted();
  if (failed) return <Note>The bin could not be loaded. Please open it again.</Note>;
  if (!page) return <Loading />;
  if (page.documents.length === 0 && !page.nextCursor) return <Note>Nothing was deleted lately.</Note>;
  return (
    <Stack data-testid="bin" gap={3} padding={3}>
      <Stack as="ul" gap={3} margin={0} padding={0} style={{ listStyle: "none" }}>
        {page.documents.map((deleted) => (
          <li key={deleted.documentId}>
            <Item deleted={deleted} onRestored={() => remove(deleted.documentId)} />
          </li>
        ))}
      </Stack>
      {page.nextCursor ? <Button mode="ghost" onClick={showMore} text="Show older" /> : null}
    </Stack>
  );
}

/** What was deleted, with who did it and when, to be restored. Hosted Sanity has no list of it. */
export function BinPane() {
  const isHosted = useClient({ apiVersion: API_VERSION }).config().useProjectHostname !== false;
  if (!isHosted) return <DeletedList />;
  return (
    <Note>
      Sanity keeps deleted documents as long as your plan keeps their history, and has no list of them. Open
      the address of a deleted document, for example from the browser's history, and choose "Restore most
      recent revision".
    </Note>
  );
}
