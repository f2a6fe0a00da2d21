import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { PostList } from "./post-list.tsx";

afterEach(cleanup);

test("before the first article is published the page says so and leads on", async () => {
  const Stub = createRemixStub([{ path: "/", Component: () => <PostList posts={[]} /> }]);
  render(<Stub />);
  expect(await screen.findByText(/No articles yet/)).toBeInstanceOf(HTMLElement);
  expect(screen.getByRole("link").getAttribute("href")).toBe("/services");
});
