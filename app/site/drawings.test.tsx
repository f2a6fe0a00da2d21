import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { ServiceIcon } from "./drawings.tsx";

test("a service without an icon has the compass, and none where an editor chose none", () => {
  const drawn = (name: string | null) =>
    render(<ServiceIcon name={name} />)
      .container.querySelector("use")
      ?.getAttribute("href");
  for (const name of [null, ""]) expect(drawn(name)).toMatch(/#compass$/);
  expect(drawn("none")).toBeUndefined();
});
