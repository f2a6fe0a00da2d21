import { CheckmarkIcon } from "@sanity/icons/Checkmark";
import { CloseCircleIcon } from "@sanity/icons/CloseCircle";
import type { DocumentActionComponent } from "sanity";
import { statusOf, type AdminStatus } from "../../app/model/admin-status.ts";
import { useChangeStatus } from "./use-change-status.ts";

interface Step {
  to: AdminStatus;
  label: string;
  icon: typeof CheckmarkIcon;
  /** Statuses from which the action is enabled. */
  from: readonly AdminStatus[];
}

/** Returns an action that sets `adminStatus`; disabled when the submission is at or beyond that status. */
function statusAction({ to, label, icon, from }: Step): DocumentActionComponent {
  const useStatusAction: DocumentActionComponent = ({ published }) => {
    const changeStatus = useChangeStatus();
    const status = statusOf(published?.adminStatus);
    return {
      label,
      icon,
      disabled: !published || !from.includes(status),
      title: from.includes(status) ? undefined : `Already ${status}`,
      onHandle: () => void (published && changeStatus(published, to)),
    };
  };
  return useStatusAction;
}

export const markReviewed = statusAction({
  to: "reviewed",
  label: "Mark reviewed",
  icon: CheckmarkIcon,
  from: ["new"],
});

export const closeSubmission = statusAction({
  to: "closed",
  label: "Close",
  icon: CloseCircleIcon,
  from: ["new", "reviewed"],
});
