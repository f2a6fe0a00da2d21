import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { SignatureView } from "./signature-view.tsx";

afterEach(cleanup);

test("a drawn signature is a picture", () => {
  render(<SignatureView signature="data:image/png;base64,iVBORw0KGgo=" name="Ada" />);
  expect(screen.getByRole("img", { name: "Signature of Ada" })).toBeTruthy();
});

test.each(["Ada Lovelace", "data:text/html,<b>"])("%s is text", (signature) => {
  render(<SignatureView signature={signature} name="Ada" />);
  expect(screen.getByText(signature)).toBeTruthy();
  expect(screen.queryByRole("img")).toBeNull();
});

test("a contract without a signature says so", () => {
  render(<SignatureView signature="" name="Ada" />);
  expect(screen.getByText("Not signed.")).toBeTruthy();
});
