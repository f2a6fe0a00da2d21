// @vitest-environment jsdom
import { act } from "@testing-library/react";
import { useEffect, useState, type ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { takeEarlyInput } from "./early-input.ts";
import { Live } from "./live.tsx";
import { startScript } from "./start-script.ts";

let heard: string[];

function Form() {
  const [name, setName] = useState("");
  const [news, setNews] = useState(false);
  const [often, setOften] = useState("monthly");
  const [opened, setOpened] = useState(0);
  return (
    <form>
      <input name="name" value={name} onChange={(event) => setName(event.target.value)} />
      <input type="checkbox" name="news" checked={news} onChange={(event) => setNews(event.target.checked)} />
      <select name="often" value={often} onChange={(event) => setOften(event.target.value)}>
        <option>monthly</option>
        <option>annually</option>
      </select>
      <textarea name="message" defaultValue="Dear all" />
      <input type="file" name="files" onChange={() => heard.push("files")} />
      <button type="button" onClick={() => setOpened(opened + 1)}>
        Open
      </button>
      <button onClick={() => heard.push("submitted")}>Send</button>
      <output>{JSON.stringify({ name, news, often, opened })}</output>
    </form>
  );
}

function Page({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <Live />
    </>
  );
}

/** As forms that keep drafts do. */
function BuiltAnew() {
  const [key, setKey] = useState("server");
  useEffect(() => setKey("browser"), []);
  return <Form key={key} />;
}

function control<Element extends HTMLElement>(name: string): Element {
  return document.querySelector(`[name=${name}]`) as Element;
}

function type(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  field.focus();
  field.value = text;
  field.setSelectionRange(2, 2);
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

function state(): unknown {
  return JSON.parse(document.querySelector("output")?.textContent ?? "");
}

async function hydrate(screen = <Form />) {
  act(() => {
    takeEarlyInput();
    hydrateRoot(document.querySelector("main") as HTMLElement, <Page>{screen}</Page>);
  });
  await act(() => vi.waitFor(() => expect(document.documentElement.dataset.live).toBe(""), 15_000));
}

beforeEach(() => {
  heard = [];
  delete document.documentElement.dataset.live;
  // oxlint-disable-next-line no-implied-eval, no-new-func -- a script of a page is a text
  new Function(startScript)();
  document.body.innerHTML = `<main>${renderToString(
    <Page>
      <Form />
    </Page>,
  )}</main>`;
});

test("what was typed and chosen before React came stays, and the screen's state hears of it", async () => {
  type(control("name"), "Ada");
  type(control("message"), "Dear Ada");
  control("news").click();
  const often = control<HTMLSelectElement>("often");
  often.value = "annually";
  often.dispatchEvent(new Event("change", { bubbles: true }));
  control("files").dispatchEvent(new Event("change", { bubbles: true }));
  control<HTMLInputElement>("name").focus();
  await hydrate();
  expect(state()).toEqual({ name: "Ada", news: true, often: "annually", opened: 0 });
  expect(control<HTMLTextAreaElement>("message").value).toBe("Dear Ada");
  expect(heard).toEqual(["files"]);
  expect(document.activeElement).toBe(control("name"));
  expect(control<HTMLInputElement>("name").selectionStart).toBe(2);
});

test("a form that is built anew takes over what was typed, and the focus", async () => {
  control("news").click();
  type(control("name"), "Ada");
  const before = control("name");
  await hydrate(<BuiltAnew />);
  expect(before.isConnected).toBe(false);
  expect(state()).toMatchObject({ name: "Ada", news: true, often: "monthly" });
  expect(document.activeElement).toBe(control("name"));
});

test("a button that was pressed is pressed once, however often; a form that was sent is sent by the browser alone", async () => {
  const [open, send] = document.querySelectorAll("button");
  document.querySelector("form")?.addEventListener("submit", (event) => event.preventDefault());
  open?.click();
  open?.click();
  send?.click();
  await hydrate();
  expect(state()).toMatchObject({ opened: 1 });
  expect(heard).toEqual([]);
  await act(() => open?.click());
  expect(state()).toMatchObject({ opened: 2 });
});

test("what nobody touched is left alone", async () => {
  await hydrate();
  expect(state()).toEqual({ name: "", news: false, often: "monthly", opened: 0 });
  expect(control<HTMLTextAreaElement>("message").value).toBe("Dear all");
});
