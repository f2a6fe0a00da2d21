import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ErrorSummary } from "../../ui/error-summary.tsx";
import { FILE_TEXTS } from "./messages.ts";
import type { FilesProblem } from "./uploads-state.ts";
import { useFilesArrived } from "./use-errors.ts";

afterEach(cleanup);

interface PageProps {
  problem: FilesProblem | null;
  errors: readonly string[];
  clear: () => void;
}

/** A summary over a list of files; `errors` are all errors of the form. */
function Page({ problem, errors, clear }: PageProps) {
  const files = errors.filter((message) => message !== "Name is required");
  useFilesArrived(problem, files, clear, "files");
  const entries = errors.map((message) => ({ id: message, name: message, message }));
  return (
    <>
      <ErrorSummary heading="Please fix" entries={entries} />
      <input id="files" type="file" aria-label="Files" />
    </>
  );
}

function arrive(errors: readonly string[], problem: FilesProblem | null = null) {
  const clear = vi.fn();
  const { rerender } = render(<Page problem="pending" errors={errors} clear={clear} />);
  expect(clear).not.toHaveBeenCalled();
  rerender(<Page problem={problem} errors={errors} clear={clear} />);
  return clear;
}

test("that files are missing is taken back when they are there, and the focus goes on to them", () => {
  expect(arrive([FILE_TEXTS.keeping.pending])).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByLabelText("Files"));
});

test("a summary that still has something to say keeps the focus", () => {
  expect(arrive(["Name is required", FILE_TEXTS.keeping.pending])).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole("alert"));
});

test("what else is wrong with files stays", () => {
  expect(arrive(["brief.exe: This file is not allowed."])).not.toHaveBeenCalled();
});

test("nobody is told to wait for files of which the last one has failed", () => {
  expect(arrive([FILE_TEXTS.keeping.pending], "failed")).toHaveBeenCalledOnce();
});
