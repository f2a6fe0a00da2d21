import { useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, test } from "vitest";
import { isAdminStatus } from "../model/admin-status.ts";
import type { TableKind } from "../model/tables.ts";
import { ReviewPanel } from "./review-panel.tsx";
import { type Review } from "./review.ts";

afterEach(cleanup);

const SUSPECTED = "Probably sent by a program.";

/** Renders a submission whose change is saved when `save` is called. */
function open(kind: TableKind, suspected: string | null) {
  let review: Review = { status: "new", rev: "1", suspected, notes: "", history: [] };
  let save = () => {};
  const saved = new Promise<void>((resolve) => (save = resolve));
  function Page() {
    const shown = useLoaderData() as Review;
    return (
      <ReviewPanel
        kind={kind}
        review={shown}
        submittedAt="2026-11-20T15:00:00Z"
        reference=""
        refused={undefined}
      />
    );
  }
  const Stub = createRemixStub([
    {
      path: "/",
      Component: Page,
      loader: () => ({ ...review, currentUser: null, currentRole: "admin" }),
      action: async ({ request }) => {
        const to = (await request.formData()).get("status");
        await saved;
        review = isAdminStatus(to)
          ? { ...review, rev: "2", status: to }
          : { ...review, rev: "2", suspected: null };
        return null;
      },
    },
  ]);
  render(<Stub />);
  return save;
}

const button = (name: string) => screen.findByRole("button", { name });

test("a change of the status says that it is under way, and then what it is", async () => {
  const user = userEvent.setup();
  const save = open("messages", null);
  await user.click(await button("Reviewed"));
  const line = screen.getByText("Saving...");
  expect(line.getAttribute("role")).toBe("status");
  expect((await button("New")).getAttribute("aria-pressed")).toBe("true");
  save();
  await screen.findByText("Status saved.");
  expect(line.textContent).toBe("Status Reviewed");
  expect((await button("Reviewed")).getAttribute("aria-pressed")).toBe("true");
});

test("what has no status is freed of a suspicion, and keeps the focus", async () => {
  const user = userEvent.setup();
  const save = open("subscribers", SUSPECTED);
  await user.click(await button("Not spam"));
  expect(screen.queryByRole("button", { name: "Reviewed" })).toBe(null);
  screen.getByText("Saving...");
  save();
  await screen.findByText("Marked as not spam.");
  expect(screen.queryByText(SUSPECTED)).toBe(null);
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "Review" }));
});
