// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { useEffect, useState, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { WAIT } from "../../tests/support/timeouts.ts";
import { mergeEarlyInput } from "../ui/form-draft.ts";
import { Live, readEarlyInput } from "./early-input.tsx";

/** Derives state from its fields, as the order form does, and has one controlled field. */
function Form({ draft }: { draft?: FormData }) {
  const [live, setLive] = useState<object>();
  const [coupon, setCoupon] = useState("");
  const text = (name: string, otherwise = "") => (draft?.get(name) as string | undefined) ?? otherwise;
  return (
    <form
      data-draft="draft"
      onInput={(event) => setLive(Object.fromEntries(new FormData(event.currentTarget)))}
    >
      <input name="name" defaultValue={text("name")} />
      <input type="checkbox" name="news" defaultChecked={text("news") === "on"} />
      <select name="often" defaultValue={text("often", "monthly")}>
        <option>monthly</option>
        <option>annually</option>
      </select>
      <textarea name="message" defaultValue={text("message", "Dear all")} />
      <input name="coupon" value={coupon} onInput={(event) => setCoupon(event.currentTarget.value)} />
      <output>{JSON.stringify(live)}</output>
    </form>
  );
}

/** Is mounted again with its draft, as forms with drafts are. */
function FormWithDraft() {
  const [draft, setDraft] = useState<FormData>();
  useEffect(() => {
    const stored = new FormData();
    stored.set("name", "Grace");
    stored.set("message", "Dear Grace");
    mergeEarlyInput(stored, document.querySelector("form") as HTMLFormElement);
    setDraft(stored);
  }, []);
  return draft ? <Form key="draft" draft={draft} /> : <Form key="server" />;
}

function Page({ form }: { form: ReactNode }) {
  const [early] = useState(readEarlyInput);
  return (
    <>
      {form}
      <Live early={early} />
    </>
  );
}

const values = () => Object.fromEntries(new FormData(document.querySelector("form") as HTMLFormElement));
const state = () => JSON.parse(document.querySelector("output")?.textContent || "null") as unknown;

function control<Element extends HTMLElement>(name: string): Element {
  return document.querySelector(`[name=${name}]`) as Element;
}

async function hydrate(form = <Form />) {
  act(() => {
    hydrateRoot(document.querySelector("main") as HTMLElement, <Page form={form} />);
  });
  await act(() => vi.waitFor(() => expect(document.documentElement.dataset.live).toBe(""), WAIT));
}

beforeEach(() => {
  delete document.documentElement.dataset.live;
  document.body.innerHTML = `<main>${renderToString(<Form />)}</main>`;
});

test("what was entered before React came stays, and the form's state follows", async () => {
  control<HTMLInputElement>("name").value = "Ada";
  control<HTMLTextAreaElement>("message").value = "Dear Ada";
  control<HTMLSelectElement>("often").value = "annually";
  control<HTMLInputElement>("coupon").value = "SAVE10";
  control("news").click();
  control("name").focus();
  const before = values();
  await hydrate();
  expect(before).toMatchObject({
    name: "Ada",
    message: "Dear Ada",
    often: "annually",
    coupon: "SAVE10",
    news: "on",
  });
  expect(values()).toEqual(before);
  expect(state()).toEqual(before);
  expect(document.activeElement).toBe(control("name"));
});

test("a form that is rendered anew with its draft keeps what was entered, and the draft in all other fields", async () => {
  control<HTMLInputElement>("name").value = "Ada";
  control("news").click();
  const before = control("name");
  await hydrate(<FormWithDraft />);
  expect(before.isConnected).toBe(false);
  expect(values()).toMatchObject({ name: "Ada", news: "on", message: "Dear Grace" });
});

test.each([
  ["gone", null, ""],
  ["there", "{}", "Ada"],
])("a form that the browser fills on the way back, when its draft is %s", async (_, draft, name) => {
  const visit = { type: "back_forward" } as PerformanceNavigationTiming;
  const getEntriesByType = vi.spyOn(performance, "getEntriesByType").mockReturnValue([visit]);
  if (draft) localStorage.setItem("draft", draft);
  control<HTMLInputElement>("name").value = "Ada";
  await hydrate();
  expect(values()).toMatchObject({ name, message: "Dear all" });
  localStorage.clear();
  getEntriesByType.mockRestore();
});

test("a button that was pressed before React came is pressed when it is there, once", async () => {
  const press = vi.fn();
  const button = (
    <button type="button" onClick={press}>
      Next
    </button>
  );
  document.body.innerHTML = `<main>${renderToString(button)}</main>`;
  window.earlyPress = document.querySelector("button");
  await hydrate(button);
  expect(press).toHaveBeenCalledOnce();
  expect(window.earlyPress).toBeNull();
});

test("a form that nobody touched hears of nothing", async () => {
  await hydrate();
  expect(state()).toBeNull();
  expect(values()).toMatchObject({ name: "", often: "monthly", message: "Dear all" });
});
