import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { CopyButton } from "./copy-button.tsx";

afterEach(cleanup);

const button = <CopyButton text="7KQ2-M9XD" what="reference number" />;

test("it copies and says so", async () => {
  const user = userEvent.setup(); // with a clipboard of its own
  render(button);
  await user.click(screen.getByRole("button", { name: "Copy reference number" }));
  expect(await navigator.clipboard.readText()).toBe("7KQ2-M9XD");
  expect(await screen.findByText("Copied")).toBeInstanceOf(HTMLElement);
});

test("a browser that refuses leaves the text to be selected", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("No", "NotAllowedError"));
  const refused = vi.fn<() => void>();
  render(<CopyButton text="7KQ2-M9XD" what="reference number" onRefused={refused} />);
  await user.click(screen.getByRole("button", { name: "Copy reference number" }));
  expect(await screen.findByText(/select the reference number/)).toBeInstanceOf(HTMLElement);
  expect(refused).toHaveBeenCalledOnce();
});

test("without scripts there is no button that does nothing", () => {
  expect(renderToString(button)).toBe("");
});
