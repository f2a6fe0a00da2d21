import { act, cleanup, render } from "@testing-library/react";
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test } from "vitest";
import { useHydrated } from "./use-hydrated.ts";

afterEach(cleanup);

const seen: boolean[] = [];

function Probe() {
  const hydrated = useHydrated();
  seen.push(hydrated);
  return <p>{hydrated ? "scripted" : "plain"}</p>;
}

test("the server and who takes over its HTML begin without scripts, then there are some", async () => {
  const page = document.createElement("main");
  page.innerHTML = renderToString(<Probe />);
  expect(page.textContent).toBe("plain");
  seen.length = 0;
  await act(() => hydrateRoot(page, <Probe />));
  expect(seen[0]).toBe(false);
  expect(page.textContent).toBe("scripted");
});

test("what is rendered in the browser has scripts at once", () => {
  function Page() {
    const [open, setOpen] = useState(false);
    return open ? <Probe /> : <button onClick={() => setOpen(true)}>Open</button>;
  }
  seen.length = 0;
  const { getByRole } = render(<Page />);
  act(() => getByRole("button").click());
  expect(seen).not.toContain(false);
});
