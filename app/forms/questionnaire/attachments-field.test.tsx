import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { AttachmentsField } from "./attachments-field.tsx";
import type { UploadRow } from "./uploads-state.ts";

afterEach(cleanup);

const FAILED: UploadRow = { id: "1", name: "a.pdf", size: 9, sent: 0, state: "failed", again: true };

function Page() {
  const [rows, setRows] = useState([FAILED]);
  const retry = ({ again: _again, ...row }: UploadRow) => setRows([{ ...row, state: "waiting" }]);
  const uploads = {
    rows,
    retry,
    add: () => {},
    remove: () => {},
    removeAll: () => {},
    problem: "failed" as const,
  };
  return <AttachmentsField id="files" uploads={uploads} errors={undefined} />;
}

test("the focus is on the field when the button to try again is gone", async () => {
  render(<Page />);
  await userEvent.click(screen.getByRole("button", { name: "Try to upload a.pdf again" }));
  expect(screen.queryByText("Try again")).toBeNull();
  expect(document.activeElement).toBe(document.getElementById("files"));
});
