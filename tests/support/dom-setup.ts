import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// The default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 15_000 });

// All files of a worker share one document.
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  localStorage.clear();
  sessionStorage.clear();
});
