import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Facts } from "./facts.tsx";

afterEach(cleanup);

test("facts are apart for who hears them as for who sees them, and missing ones leave no gap", () => {
  const { container } = render(
    <Facts items={["Data", null, <b key="b">Decisions</b>, "", undefined, 2026]} />,
  );
  for (const hidden of container.querySelectorAll("[aria-hidden]")) hidden.remove();
  expect(container.textContent).toBe("Data · Decisions · 2026");
});
