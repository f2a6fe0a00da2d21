import { Button, Card, Flex, Stack, Text, TextInput } from "@sanity/ui";
import { useToast } from "@sanity/ui/toast";
import { useState, type SyntheticEvent } from "react";
import { useClient } from "sanity";
import { API_VERSION } from "../model/api.ts";
import {
  localInputValue,
  scheduleError,
  scheduleIdOf,
  scheduleOf,
  type PublishSchedule,
} from "../model/publish-schedule.ts";
import { formatTime } from "../model/time.ts";

const HOUR_MS = 60 * 60 * 1000;

interface ScheduleFormProps {
  documentId: string;
  schedule: PublishSchedule | null;
  onDone(): void;
}

/** Chooses when a draft is published, or that it is not. */
export function ScheduleForm({ documentId, schedule, onDone }: ScheduleFormProps) {
  const client = useClient({ apiVersion: API_VERSION });
  const toast = useToast();
  const [time, setTime] = useState(() =>
    localInputValue(schedule ? Date.parse(schedule.publishAt) : Date.now() + HOUR_MS),
  );
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const run = async (write: () => Promise<unknown>, done: string) => {
    setBusy(true);
    try {
      await write();
      toast.push({ status: "success", title: done });
      onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : "This could not be saved. Please try again.");
      setBusy(false);
    }
  };
  const save = (event: SyntheticEvent) => {
    event.preventDefault();
    const refused = scheduleError(time, Date.now());
    setProblem(refused);
    if (!refused)
      void run(() => client.createOrReplace(scheduleOf(documentId, time)), "Publishing is scheduled");
  };
  const cancel = () =>
    void run(() => client.delete(scheduleIdOf(documentId)), "Publishing is no longer scheduled");

  return (
    <form onSubmit={save} noValidate>
      <Stack gap={4}>
        {schedule?.problem ? (
          <Card padding={3} radius={2} tone="critical">
            <Text size={1}>
              Not published at {formatTime(schedule.publishAt)}. {schedule.problem}
              {schedule.isDropped ? null : " The site keeps trying."}
            </Text>
          </Card>
        ) : null}
        <Stack gap={3}>
          <Text as="label" htmlFor="publish-at" size={1} weight="medium">
            Publish at (your time)
          </Text>
          <TextInput
            id="publish-at"
            type="datetime-local"
            value={time}
            aria-describedby="publish-at-note"
            {...(problem ? { customValidity: problem, "aria-invalid": true } : {})}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
          <Text id="publish-at-note" size={1} muted role={problem ? "alert" : undefined}>
            {problem ?? "The draft as it is then. Publishing it yourself before ends the schedule."}
          </Text>
        </Stack>
        <Flex gap={2} justify="flex-end">
          {schedule ? (
            <Button
              mode="bleed"
              tone="critical"
              text="Cancel the schedule"
              disabled={isBusy}
              onClick={cancel}
            />
          ) : null}
          <Button type="submit" tone="primary" text={schedule ? "Change" : "Schedule"} disabled={isBusy} />
        </Flex>
      </Stack>
    </form>
  );
}
