import { UNSAFE_RemixContext as RemixContext } from "@remix-run/react";
import { act } from "@testing-library/react";
import { Suspense, useEffect, useState, type ComponentProps, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { expect, test } from "vitest";
import { StillContext } from "./still-context.tsx";

type Value = ComponentProps<typeof RemixContext.Provider>["value"];

/** A page as the server has begun to send it: what is inside the boundary is still on its way. */
const HTML = '<h1>Tables</h1><!--$?--><template id="B:0"></template><p>Loading</p><!--/$-->';

/** Hydrates the page, gives Remix's context a new value as a navigation does, and returns React's complaints. */
async function navigateWithin(Within: (props: { children: ReactNode }) => ReactNode) {
  // Made once, as the elements of routes are.
  const page = (
    <Within>
      <h1>Tables</h1>
      <Suspense fallback={<p>Loading</p>}>
        <p>Rows</p>
      </Suspense>
    </Within>
  );
  const complaints: string[] = [];
  const container = document.createElement("div");
  container.innerHTML = HTML;
  let navigate = () => {};
  function Page() {
    const [value, setValue] = useState({} as Value);
    useEffect(() => {
      navigate = () => setValue({} as Value);
    }, []);
    return <RemixContext.Provider value={value}>{page}</RemixContext.Provider>;
  }
  const onRecoverableError = (error: unknown) => complaints.push(String(error));
  const root = await act(async () => hydrateRoot(container, <Page />, { onRecoverableError }));
  await act(async () => navigate());
  const html = container.textContent;
  await act(async () => root.unmount());
  return { complaints, html };
}

test("a navigation leaves what is on its way alone, which it would throw away", async () => {
  const { complaints, html } = await navigateWithin(StillContext);
  expect([complaints, html]).toEqual([[], "TablesLoading"]);
  const without = await navigateWithin(({ children }) => children);
  expect(without.complaints.join()).toContain("received an update before it finished hydrating");
});
