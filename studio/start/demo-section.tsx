import { Box, Button, Card, Dialog, Flex, Stack, Text } from "@sanity/ui";
import { useToast } from "@sanity/ui/toast";
import { useState } from "react";
import { useClient, useCurrentUser, useSchema } from "sanity";
import { DEMO_IDS, KEPT_ID } from "../../app/model/demo.ts";
import { seesSubmissions } from "../model/access.ts";
import { API_VERSION } from "../model/api.ts";
import { demoRows, keepable, type DemoRow, type SeededDocument } from "../model/demo-rows.ts";
import { isOpenTo } from "../model/kinds.ts";
import { DocumentCard, Section } from "../shared/parts.tsx";
import { useLive } from "../shared/use-live.ts";

const SHOWN = 6;

interface Demo {
  documents: SeededDocument[];
  kept: string[];
  off: string[];
}

const DEMO = `{ "documents": *[_id in $ids], "kept": coalesce(*[_id == "${KEPT_ID}"][0].ids, []),
  "off": coalesce(*[_id == "siteSettings"][0].offPages, []) }`;
const CHANGES = `*[_id in $ids || _id == "${KEPT_ID}"]`;

function Row({ id, type, fields, onKeep }: DemoRow & { onKeep: () => void }) {
  const schemaType = useSchema().get(type);
  if (!schemaType) return null;
  const names = fields.map((name) => {
    const field = "fields" in schemaType ? schemaType.fields.find((one) => one.name === name) : undefined;
    return field?.type.title ?? name;
  });
  return (
    <Flex align="center" gap={2}>
      <Box flex={1} style={{ minWidth: 0 }}>
        <DocumentCard id={id} type={type}>
          <Text muted size={1}>
            {names.length > 0 ? `Names the demo company: ${names.join(", ")}` : schemaType.title}
          </Text>
        </DocumentCard>
      </Box>
      {names.length > 0 ? null : (
        <Button
          aria-label={`Keep ${id}`}
          fontSize={1}
          mode="bleed"
          onClick={onKeep}
          padding={3}
          text="Keep"
        />
      )}
    </Flex>
  );
}

/** Keeps all rows that can be kept. Asks for confirmation, because kept documents leave the list for good. */
function KeepAll({ count, onKeep }: { count: number; onKeep: () => void }) {
  const [isAsked, setAsked] = useState(false);
  if (count < 2) return null;
  const close = () => setAsked(false);
  const keepThem = () => {
    close();
    onKeep();
  };
  return (
    <>
      <Button mode="bleed" onClick={() => setAsked(true)} text={`Keep all ${count}`} />
      {isAsked ? (
        <Dialog header={`Keep all ${count} as they are?`} id="keep-all" onClose={close} width={0}>
          <Stack gap={4} padding={4}>
            <Text>They leave this list. What names the demo company stays on it until you change it.</Text>
            <Flex gap={2} justify="flex-end">
              <Button mode="bleed" onClick={close} text="Cancel" />
              <Button onClick={keepThem} text="Keep them" tone="primary" />
            </Flex>
          </Stack>
        </Dialog>
      ) : null}
    </>
  );
}

/** Lists the documents that are as the seed made them, or still name its company, until none is left. "Keep" takes one off the list. */
export function DemoSection() {
  const client = useClient({ apiVersion: API_VERSION });
  const isAdmin = seesSubmissions(useCurrentUser());
  const toast = useToast();
  const [isLong, setLong] = useState(false);
  const demo = useLive<Demo>({
    query: { fetch: DEMO, listen: CHANGES },
    params: { ids: [...DEMO_IDS] },
    perspective: "raw",
    throttleTime: 1000,
  });
  const rows = demoRows(demo?.documents ?? [], demo?.kept ?? [], demo?.off ?? []).filter(({ type }) =>
    isOpenTo(isAdmin, type),
  );
  if (rows.length === 0) return null;
  const ids = keepable(rows);
  const keep = (...ids: string[]) =>
    client
      .transaction()
      .createIfNotExists({ _id: KEPT_ID, _type: KEPT_ID, ids: [] })
      .patch(KEPT_ID, (patch) => patch.append("ids", ids))
      .commit()
      .catch((error: unknown) =>
        toast.push({
          status: "error",
          title: "Not kept",
          description: error instanceof Error ? error.message : undefined,
        }),
      );
  return (
    <Section title={`Still the demo's (${rows.length})`} gap={4}>
      <Text muted size={1}>
        Change these, delete them, or keep what fits you. While the demo company is the payee, a public site
        issues no invoices.
      </Text>
      <Card border padding={2} radius={3}>
        <Stack gap={1}>
          {rows.slice(0, isLong ? rows.length : SHOWN).map((row) => (
            <Row key={row.id} {...row} onKeep={() => void keep(row.id)} />
          ))}
        </Stack>
      </Card>
      <Flex gap={2}>
        {rows.length > SHOWN ? (
          <Button
            mode="ghost"
            onClick={() => setLong(!isLong)}
            text={isLong ? "Show fewer" : `Show all ${rows.length}`}
          />
        ) : null}
        <KeepAll count={ids.length} onKeep={() => void keep(...ids)} />
      </Flex>
    </Section>
  );
}
