import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";
import { WAIT_MS } from "./timeouts.ts";

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: WAIT_MS });

// All files of a worker share one document.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
