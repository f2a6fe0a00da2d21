import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import type { DocumentActionComponent, DocumentActionDescription, DocumentActionProps } from "sanity";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { askToPublish } from "./ask-to-publish.ts";

interface Listener {
  next(event: { type: string; transition?: string; identity?: string }): void;
}
let listener: Listener;
let present: { user: { id: string; displayName: string } }[];
const unsubscribe = vi.fn();
const client = { listen: () => ({ subscribe: (one: Listener) => ((listener = one), { unsubscribe }) }) };
vi.mock("sanity", () => ({
  getDraftId: (id: string) => `drafts.${id}`,
  useClient: () => client,
  useCurrentUser: () => ({ id: "ada" }),
  useDocumentPresence: () => present,
}));

const onHandle = vi.fn();
const publish: DocumentActionComponent = () => ({ label: "Publish", onHandle });
const Ask = askToPublish(Object.assign(publish, { action: "publish" as const }));
let root: Root;
let shown: DocumentActionDescription | null;
function Bar() {
  shown = Ask({ id: "about", type: "aboutPage" } as DocumentActionProps);
  return null;
}
const edit = (identity: string, transition = "update") =>
  listener.next({ type: "mutation", transition, identity });
const press = () => act(() => shown?.onHandle?.());

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  onHandle.mockReset();
  present = ["ada", "grace"].map((id) => ({ user: { id, displayName: `${id}@example.com` } }));
  root = createRoot(document.createElement("div"));
  await act(() => root.render(<Bar />));
});
afterEach(async () => {
  await act(() => root.unmount());
  expect(unsubscribe).toHaveBeenCalled();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("asks before it publishes what somebody else is typing, and publishes when told to", async () => {
  edit("grace");
  await press();
  expect(shown?.dialog).toMatchObject({
    message: "This document is being edited by grace@example.com. Publish anyway?",
  });
  expect(onHandle).not.toHaveBeenCalled();
  await act(() => shown?.dialog && "onConfirm" in shown.dialog && shown.dialog.onConfirm());
  expect(onHandle).toHaveBeenCalledOnce();
  expect(shown?.dialog).toBeUndefined();
});

test.each<[string, () => void]>([
  ["nobody types", () => {}],
  ["another tab of one's own types", () => edit("ada")],
  ["somebody types who has left", () => edit("anna")],
  ["the last letter was a minute ago", () => (edit("grace"), vi.advanceTimersByTime(60_000))],
  ["the draft was published since", () => (edit("grace"), edit("ada", "disappear"))],
])("publishes without a question while %s", async (_case, happens) => {
  happens();
  await press();
  expect(onHandle).toHaveBeenCalledOnce();
  expect(shown?.dialog).toBeUndefined();
});
