import { CalendarIcon } from "@sanity/icons/Calendar";
import { useState } from "react";
import {
  useValidationStatus,
  type DocumentActionComponent,
  type DocumentActionsResolver,
  type DocumentBadgeComponent,
  type DocumentBadgesResolver,
} from "sanity";
import { contentTypes } from "../model/kinds.ts";
import { formatTime } from "../model/time.ts";
import { scheduleIdOf, type PublishSchedule } from "../model/publish-schedule.ts";
import { useLive } from "../shared/use-live.ts";
import { ScheduleForm } from "./schedule-form.tsx";

/** Returns the schedule of a document, live; null if there is none, undefined until it is known. */
const useSchedule = (documentId: string) =>
  useLive<PublishSchedule | null>({
    query: "*[_id == $id][0]",
    params: { id: scheduleIdOf(documentId) },
  });

const useScheduleAction: DocumentActionComponent = ({ id, type, draft }) => {
  const schedule = useSchedule(id);
  const { validation } = useValidationStatus(draft?._id ?? id, type, true);
  const [isOpen, setOpen] = useState(false);
  const isInvalid = validation.some(({ level }) => level === "error");
  const close = () => setOpen(false);
  return {
    label: schedule ? "Change schedule" : "Schedule publishing",
    icon: CalendarIcon,
    // A schedule whose draft was discarded can still be cancelled.
    disabled: schedule === undefined || (!schedule && (!draft || isInvalid)),
    title: !schedule && isInvalid ? "There are validation errors that need to be fixed first" : undefined,
    onHandle: () => setOpen(true),
    dialog: isOpen && {
      type: "dialog",
      header: "Schedule publishing",
      width: "small",
      onClose: close,
      content: <ScheduleForm documentId={id} schedule={schedule ?? null} onDone={close} />,
    },
  };
};

const useScheduleBadge: DocumentBadgeComponent = ({ id, draft }) => {
  const schedule = useSchedule(id);
  if (!schedule || !draft) return null;
  if (schedule.problem)
    return { label: "Not published as scheduled", title: schedule.problem, color: "danger" };
  return {
    label: `Publishes ${formatTime(schedule.publishAt)}`,
    title: "The draft is published at this time",
    color: "primary",
  };
};

const isScheduled = (type: string) => contentTypes.includes(type);

/** Adds the action that schedules the publishing of content, which the site does. */
export const withSchedule =
  (resolve: DocumentActionsResolver): DocumentActionsResolver =>
  (given, context) => {
    const actions = resolve(given, context);
    return isScheduled(context.schemaType) ? [...actions, useScheduleAction] : actions;
  };

/** Adds the badge that says when a draft is published. */
export const withScheduleBadge =
  (resolve: DocumentBadgesResolver): DocumentBadgesResolver =>
  (given, context) => {
    const badges = resolve(given, context);
    return isScheduled(context.schemaType) ? [...badges, useScheduleBadge] : badges;
  };
