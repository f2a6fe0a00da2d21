import { describe, expect, it } from "vitest";
import { startupErrorMessage } from "./listen.ts";

const systemError = (fields: object) => Object.assign(new Error("original message"), fields);

describe("startupErrorMessage", () => {
  it.each([
    [
      systemError({ code: "EADDRINUSE", port: 3000 }),
      "Port 3000 is taken by another program. Stop it, or choose another: PORT=3001 npm start",
    ],
    [
      systemError({ code: "EACCES", syscall: "listen", port: 80 }),
      "This user may not listen on port 80. Choose one above 1023: PORT=3000 npm start",
    ],
    [
      systemError({ code: "EACCES", syscall: "mkdir", path: "/srv/data" }),
      "No permission to write /srv/data. Choose another place: DATA_DIR=/path npm start",
    ],
    [
      systemError({ code: "EROFS", path: "/data" }),
      "/data is read-only. Choose another place: DATA_DIR=/path npm start",
    ],
    [systemError({ code: "ENOSPC" }), "The disk is full."],
    [systemError({ code: "EWHATEVER" }), "original message"],
    ["thrown text", "thrown text"],
  ])("%s", (error, message) => expect(startupErrorMessage(error)).toBe(message));
});
