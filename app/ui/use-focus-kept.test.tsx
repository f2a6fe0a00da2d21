import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { useFocusKept } from "./use-focus-kept.ts";

afterEach(cleanup);

function Part({ there }: { there: boolean }) {
  const ref = useFocusKept<HTMLDivElement>(there);
  return (
    <div>
      <div ref={ref} role="group" aria-label="Part" tabIndex={-1}>
        {there ? <button type="button">Go away</button> : null}
      </div>
      <button type="button">Elsewhere</button>
    </div>
  );
}

const button = (name: string) => screen.getByRole("button", { name });

test("the part takes the focus that was on what is gone", () => {
  const { rerender } = render(<Part there />);
  button("Go away").focus();
  rerender(<Part there={false} />);
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Part" }));
});

test("a focus that is elsewhere stays there, and one that was nowhere stays nowhere at first", () => {
  const { rerender } = render(<Part there={false} />);
  expect(document.activeElement).toBe(document.body);
  rerender(<Part there />);
  button("Elsewhere").focus();
  rerender(<Part there={false} />);
  expect(document.activeElement).toBe(button("Elsewhere"));
});
