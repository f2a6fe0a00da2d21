import { cleanup, render, screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WAIT } from "../../tests/support/timeouts.ts";
import { lazyPart, loadPartsInDocument } from "./lazy-part.tsx";
import { missingPart } from "./missing-part.tsx";

const reports: string[] = [];
beforeEach(() => {
  // The second before the next try passes at once. No fake intervals: jsdom makes frames of one, also when a focused element goes, and
  // of a fake one there are none in the files after this one.
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.setTimerTickMode("nextTimerAsync");
  reports.length = 0;
  vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
    reports.push((JSON.parse(body) as { message: string }).message);
    return Promise.resolve(new Response(null, { status: 204 }));
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Code {
  Greeting: (props: { name: string }) => string;
}
const CODE: Code = { Greeting: ({ name }) => `Hello ${name}` };

/** An import that fails as often as told. */
function failing(times: number, code = CODE) {
  const load = {
    calls: 0,
    run: () => (++load.calls <= times ? Promise.reject(new TypeError("no file")) : Promise.resolve(code)),
  };
  return load;
}

const greeting = (load: { run: () => Promise<Code> }, missing?: string) =>
  lazyPart(load.run, (module) => module.Greeting, {
    waiting: "waiting",
    ...(missing ? { missing: missingPart(missing) } : {}),
  });

test("shows what it waits with, on the server too, then the part", async () => {
  const Greeting = greeting(failing(0));
  expect(renderToString(<Greeting name="Ada" />)).toBe("waiting");
  render(<Greeting name="Ada" />);
  expect(screen.getByText("waiting")).toBeDefined();
  expect(await screen.findByText("Hello Ada")).toBeDefined();
});

test("a preloaded part is there at once, and loaded once", async () => {
  const load = failing(0);
  const Greeting = greeting(load);
  await Greeting.preload();
  render(<Greeting name="Ada" />);
  expect(screen.getByText("Hello Ada")).toBeDefined();
  expect(load.calls).toBe(1);
});

test("a part in the server's HTML is loaded before the page is hydrated, another one is not", async () => {
  document.body.innerHTML = `<form id="here"></form>`;
  const [here, elsewhere, broken] = [failing(0), failing(0), failing(2)];
  const part = (load: { run: () => Promise<Code> }, rendered: string) =>
    lazyPart(load.run, (module) => module.Greeting, { rendered });
  const Greeting = part(here, "#here");
  part(elsewhere, "#elsewhere");
  await loadPartsInDocument();
  expect([here.calls, elsewhere.calls]).toEqual([1, 0]);
  expect(renderToString(<Greeting name="Ada" />)).toBe("Hello Ada");
  part(broken, "#here");
  await expect(loadPartsInDocument()).rejects.toThrow("no file");
});

test("one failure is tried again; a failed preload, too, when the part is shown", async () => {
  const load = failing(3);
  const Greeting = greeting(load);
  await Greeting.preload();
  render(<Greeting name="Ada" />);
  expect(await screen.findByText("Hello Ada", {}, WAIT)).toBeDefined();
  expect(load.calls).toBe(4);
  expect(reports).toEqual(["TypeError: no file"]);
});

test("a part that is needed says so in its place, and what stands beside it stays", async () => {
  const load = failing(2);
  const Greeting = greeting(load, "The greeting could not be loaded.");
  render(
    <>
      <input aria-label="typed" defaultValue="kept" />
      <Greeting name="Ada" />
    </>,
  );
  expect(await screen.findByRole("alert", {}, WAIT)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("Hello Ada")).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>("typed").value).toBe("kept");
});

test("an optional part that throws leaves the page alone", async () => {
  // oxlint-disable-next-line no-console -- where React says that a component threw
  const said = vi.mocked(console.error).mockImplementation(() => {});
  const broken = failing(0, {
    Greeting: () => {
      throw new Error("broken part");
    },
  });
  const Greeting = greeting(broken);
  render(
    <>
      <p>the page</p>
      <Greeting name="Ada" />
    </>,
  );
  await vi.waitFor(() => expect(reports).toEqual(["Error: broken part"]), WAIT);
  expect(screen.getByText("the page")).toBeDefined();
  expect(said).toHaveBeenCalled();
  said.mockClear();
});

test("what stands in its place knows what the part was told", async () => {
  const names: string[] = [];
  const Part = lazyPart(failing(2).run, (module) => module.Greeting, {
    missing: (_onRetry, { name }) => <button onClick={() => names.push(name)}>Instead</button>,
  });
  render(<Part name="Ada" />);
  await userEvent.click(await screen.findByRole("button", { name: "Instead" }, WAIT));
  expect(names).toEqual(["Ada"]);
});

test("code that the page has already is shown by the first render, and not asked for", () => {
  const load = failing(0);
  const Part = lazyPart(load.run, (module) => module.Greeting);
  Part.provide(CODE.Greeting);
  render(<Part name="Ada" />);
  expect([document.body.textContent, load.calls]).toEqual(["Hello Ada", 0]);
});
