import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { useFocusOnOnlyError, useOpenErrors } from "./use-open-errors.ts";

const found = () => ({
  status: "error" as const,
  initialValue: { name: "" },
  error: { "": ["Wrong"], name: ["Name is required"], services: ["Choose one"], other: null },
});

test("an error is open until its field, or one of its group, is edited; the next answer judges again", () => {
  const { result, rerender } = renderHook(useOpenErrors, { initialProps: found() });
  const open = () => Object.keys(result.current.result.error ?? {});
  expect(result.current.result).toEqual({ initialValue: { name: "" }, error: found().error });
  act(() => result.current.clear("names"));
  expect(open()).toEqual(["", "name", "services", "other"]);
  act(() => result.current.clear("name"));
  act(() => result.current.clear("services.domainSetup.selected"));
  expect(open()).toEqual(["", "other"]);
  rerender(found());
  expect(open()).toEqual(["", "name", "services", "other"]);
});

test("conform hears of a new result only when something has changed", () => {
  const { result, rerender } = renderHook(useOpenErrors, { initialProps: found() });
  const before = result.current.result;
  act(() => result.current.clear("phone"));
  expect(result.current.result).toBe(before);
  const given = found();
  rerender(given);
  const after = result.current.result;
  rerender(given);
  expect(result.current.result).toBe(after);
});

test("an error of a list goes when one of its lines is edited", () => {
  const lines = { status: "error" as const, error: { lines: ["Too many"], "lines[1].price": ["Wrong"] } };
  const { result } = renderHook(() => useOpenErrors(lines));
  act(() => result.current.clear("lines[0].price"));
  expect(result.current.result.error).toEqual({ "lines[1].price": ["Wrong"] });
});

test("what conform was asked to do is passed on once, and not again with every edited field", () => {
  const intent = { type: "insert" as const, payload: { name: "lines" } };
  const answer = { initialValue: { lines: [""] }, intent, error: { name: ["Name is required"] } };
  const { result } = renderHook(() => useOpenErrors(answer));
  expect(result.current.result).toEqual(answer);
  act(() => result.current.clear("name"));
  expect(result.current.result).toEqual({ initialValue: answer.initialValue, error: {} });
});

test("a result that resets the form still does", () => {
  const { result } = renderHook(() => useOpenErrors({ initialValue: null }));
  expect(result.current.result).toEqual({ initialValue: null, error: {} });
});

test("the only wrong field takes the focus once per response", () => {
  document.body.innerHTML = `<input id="a" /><input id="b" />`;
  const props = { ids: ["b"], response: {} };
  const { rerender } = renderHook(({ ids, response }) => useFocusOnOnlyError(ids, response), {
    initialProps: props,
  });
  expect(document.activeElement?.id).toBe("b");
  document.getElementById("a")?.focus();
  rerender({ ...props, ids: ["b"] });
  rerender({ ids: ["a", "b"], response: {} });
  expect(document.activeElement?.id).toBe("a");
  rerender({ ids: ["b"], response: {} });
  expect(document.activeElement?.id).toBe("b");
});
