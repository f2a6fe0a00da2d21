import { act, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DemoSection } from "./demo-section.tsx";

// The kit of the Studio is the browser's own elements here.
const plain = vi.hoisted(
  () =>
    ({ children }: { children: ReactNode }) =>
      children,
);
vi.mock("@sanity/ui", () => ({
  Box: plain,
  Card: plain,
  Dialog: ({ children }: { children: ReactNode }) => <div role="dialog">{children}</div>,
  Button: ({ text, onClick }: { text: string; onClick: () => void }) => (
    <button onClick={onClick}>{text}</button>
  ),
  Flex: plain,
  Stack: plain,
  Text: plain,
}));
const toast = { push: vi.fn() };
vi.mock("@sanity/ui/toast", () => ({ useToast: () => toast }));
const commit = vi.fn();
const transaction = { createIfNotExists: () => transaction, patch: () => transaction, commit };
vi.mock("sanity", () => ({
  useClient: () => ({ transaction: () => transaction }),
  useCurrentUser: () => null,
  useSchema: () => ({ get: () => ({ title: "Post" }) }),
}));
vi.mock("../shared/parts.tsx", () => ({ DocumentCard: plain, Section: plain }));
const at = { _type: "post", _createdAt: "2026-01-01T00:00:00Z", _updatedAt: "2026-01-01T00:00:00Z" };
const documents = ["post-the-smallest-model", "post-a-website-you-can-leave"].map((_id) => ({ ...at, _id }));
vi.mock("../shared/use-live.ts", () => ({ useLive: () => ({ documents, kept: [], off: [] }) }));

let root: Root;
let element: HTMLElement;
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  element = document.body.appendChild(document.createElement("div"));
  root = createRoot(element);
  await act(() => root.render(<DemoSection />));
});
afterEach(async () => {
  await act(() => root.unmount());
  element.remove();
  vi.unstubAllGlobals();
});

const press = (text: string) =>
  act(async () => [...element.querySelectorAll("button")].find((one) => one.textContent === text)?.click());

test("the question closes with its answer, and a toast says that nothing was kept", async () => {
  commit.mockRejectedValueOnce(new Error("The store is away"));
  await press("Keep all 2");
  expect(element.querySelector("[role=dialog]")).not.toBeNull();
  await press("Keep them");
  expect(element.querySelector("[role=dialog]")).toBeNull();
  expect(commit).toHaveBeenCalledTimes(1);
  expect(toast.push).toHaveBeenCalledWith({
    status: "error",
    title: "Not kept",
    description: "The store is away",
  });
});
