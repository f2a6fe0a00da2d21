import { DetailGroup, DetailItems } from "./detail-parts.tsx";
import type { ViewItem } from "./questionnaire-view.ts";

/** A message from the contact form. */
export function MessageDetail({ sender, message }: { sender: readonly ViewItem[]; message: string }) {
  return (
    <div className="grid gap-6">
      <DetailGroup title="Contact">
        <DetailItems items={sender} />
      </DetailGroup>
      <DetailGroup title="Message">
        <p className="whitespace-pre-line">{message}</p>
      </DetailGroup>
    </div>
  );
}
