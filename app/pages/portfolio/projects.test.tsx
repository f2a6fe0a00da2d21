import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Projects } from "./projects.tsx";

afterEach(cleanup);

test("before the first project is published the page says so and leads on", async () => {
  const Stub = createRemixStub([{ path: "/", Component: () => <Projects projects={[]} /> }]);
  render(<Stub />);
  expect((await screen.findByRole("link", { name: "Ask us" })).getAttribute("href")).toBe("/contact");
  expect(screen.queryByRole("list")).toBeNull();
});
