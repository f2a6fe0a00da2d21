import { CheckmarkIcon } from "@sanity/icons/Checkmark";
import { CloseCircleIcon } from "@sanity/icons/CloseCircle";
import { useDocumentOperation, type DocumentActionComponent } from "sanity";
import { statusOf, type Status } from "../model/inbox-groups.ts";

interface Step {
  to: Status;
  label: string;
  icon: typeof CheckmarkIcon;
  /** From where this step makes sense. */
  from: readonly Status[];
}

/** An action that sets `adminStatus`; grey where the status is already at or beyond it. */
function statusAction({ to, label, icon, from }: Step): DocumentActionComponent {
  const useStatusAction: DocumentActionComponent = ({ id, type, published, draft, ready }) => {
    const { patch } = useDocumentOperation(id, type);
    const status = statusOf((draft ?? published)?.adminStatus);
    return {
      label,
      icon,
      disabled: !ready || Boolean(patch.disabled) || !from.includes(status),
      title: from.includes(status) ? undefined : `This is ${status} already`,
      onHandle: () => patch.execute([{ set: { adminStatus: to } }]),
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
