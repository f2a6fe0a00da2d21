import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accentTokens } from "../../app/model/accent.ts";
import { AccentInput } from "./accent-input.tsx";
import { usualEntries } from "./link-list-input.tsx";

// The kit of the Studio is the browser's own elements here; what is tested is what is stored and said.
vi.mock("@sanity/ui", () => ({
  Flex: ({ children }: { children: unknown }) => children,
  Stack: ({ children }: { children: unknown }) => children,
  Text: ({ children, id }: { children: string; id: string }) => <p id={id}>{children}</p>,
  TextInput: ({ value, onChange }: { value: string; onChange: () => void }) => (
    <input value={value} onChange={onChange} />
  ),
}));
let light: string | undefined;
vi.mock("sanity", () => ({
  set: (value: string) => ["set", value],
  unset: () => ["unset"],
  useFormValue: () => light,
}));

const onChange = vi.fn();
let root: Root;
let element: HTMLElement;

beforeEach(() => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  onChange.mockReset();
  element = document.body.appendChild(document.createElement("div"));
  root = createRoot(element);
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.unstubAllGlobals();
});

type Props = Parameters<typeof AccentInput>[0];
const show = (value: string | undefined, theme = "light") =>
  act(() =>
    root.render(
      <AccentInput
        {...({
          value,
          onChange,
          elementProps: { id: "accent" },
          theme,
        } as unknown as Props)}
      />,
    ),
  );

function enter(selector: string, text: string) {
  const input = element.querySelector<HTMLInputElement>(selector);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, text);
  return act(() => input?.dispatchEvent(new Event("input", { bubbles: true })));
}

test("a color is picked or typed, without the spaces around it", async () => {
  await show(undefined);
  await enter("input[type=color]", "#7a1f4b");
  await enter("input:not([type])", " #123457 ");
  await enter("input:not([type])", " ");
  expect(onChange.mock.calls).toEqual([[["set", "#7a1f4b"]], [["set", "#123457"]], [["unset"]]]);
});

test("why a color cannot be used stands under it", async () => {
  await show("#ffff00");
  expect(element.querySelector("#accent-reason")?.textContent).toMatch(/contrast|read|4.5/i);
  await show("#0a5a5f");
  expect(element.querySelector("#accent-reason")).toBeNull();
});

test("an empty color of dark screens shows what it will be", async () => {
  const shown = () => element.querySelector<HTMLInputElement>("input[type=color]")?.value;
  await show(undefined, "dark");
  expect(shown()).toBe("#62d2c7");
  light = "#b3122a";
  await show(undefined, "dark");
  expect(shown()).toBe(accentTokens(light, null).dark.accent);
  light = undefined;
});

test("the usual links are entries of a list", () => {
  const usual = [
    { to: "/", label: "Home" },
    { to: "/blog", label: "Blog" },
  ];
  const links = usualEntries(usual);
  expect(links).toMatchObject([
    { label: "Home", href: "/" },
    { label: "Blog", href: "/blog" },
  ]);
  expect(new Set(links.map(({ _key }) => _key)).size).toBe(2);
});
