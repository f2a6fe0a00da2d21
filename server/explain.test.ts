import { describe, expect, it } from "vitest";
import { explainListenError } from "./explain.ts";

const failure = (fields: object) => Object.assign(new Error("raw words of the system"), fields);

describe("explainListenError", () => {
  it.each([
    [
      failure({ code: "EADDRINUSE", port: 3000 }),
      "Port 3000 is taken by another program. Stop it, or choose another: PORT=3001 npm start",
    ],
    [
      failure({ code: "EACCES", syscall: "listen", port: 80 }),
      "This user may not listen on port 80. Choose one above 1023: PORT=3000 npm start",
    ],
    [
      failure({ code: "EACCES", syscall: "mkdir", path: "/srv/data" }),
      "No permission to write /srv/data. Choose another place: DATA_DIR=/path npm start",
    ],
    [
      failure({ code: "EROFS", path: "/data" }),
      "/data is read-only. Choose another place: DATA_DIR=/path npm start",
    ],
    [failure({ code: "ENOSPC" }), "The disk is full."],
    [failure({ code: "EWHATEVER" }), "raw words of the system"],
    ["thrown text", "thrown text"],
  ])("%s", (error, words) => expect(explainListenError(error)).toBe(words));
});
