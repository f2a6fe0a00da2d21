import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pressTableKey } from "./shortcuts.tsx";

const opened = vi.fn<(name: string) => void>();
const help = vi.fn<() => void>();

beforeEach(() => {
  vi.clearAllMocks();
  render(
    <section
      aria-label="Contracts"
      onKeyDown={(event) => {
        if (pressTableKey(event, help)) event.preventDefault();
      }}
    >
      <input type="search" aria-label="Search" />
      {/* As the real one, which scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div role="region" aria-label="Table" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>
                <a href="#sort">Sort</a>
              </th>
            </tr>
          </thead>
          <tbody>
            {["Ada", "Grace"].map((name) => (
              <tr key={name} tabIndex={-1}>
                <td>
                  <a
                    href={`#${name}`}
                    onClick={(event) => {
                      event.preventDefault();
                      opened(name);
                    }}
                  >
                    View {name}
                  </a>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>,
  );
});
afterEach(cleanup);

const focused = () => document.activeElement;
const row = (name: string) => screen.getByRole("row", { name: `View ${name}` });

test("j and k go from row to row, no further than the ends, and Enter opens", async () => {
  const user = userEvent.setup();
  screen.getByRole("region", { name: "Table" }).focus();
  await user.keyboard("j");
  expect(focused()).toBe(row("Ada"));
  await user.keyboard("jj");
  expect(focused()).toBe(row("Grace"));
  await user.keyboard("{Enter}");
  expect(opened.mock.calls).toEqual([["Grace"]]);
  await user.keyboard("kkk");
  expect(focused()).toBe(row("Ada"));
});

test("/ goes to the search, where the keys are letters again", async () => {
  const user = userEvent.setup();
  screen.getByRole("region", { name: "Table" }).focus();
  await user.keyboard("/");
  expect(focused()).toBe(screen.getByRole("searchbox"));
  await user.keyboard("jk/?");
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("jk/?");
  expect(help).not.toHaveBeenCalled();
});

test("? shows the help, and Enter on a link is that link's alone", async () => {
  const user = userEvent.setup();
  screen.getByRole("link", { name: "View Ada" }).focus();
  await user.keyboard("?{Enter}");
  expect(help).toHaveBeenCalledOnce();
  expect(opened.mock.calls).toEqual([["Ada"]]);
});
