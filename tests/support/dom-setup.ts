import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// One second, as it is by itself, is little on a machine that does much else.
configure({ asyncUtilTimeout: 15_000 });

// All files of a worker share one document: none finds what another has left in it.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
