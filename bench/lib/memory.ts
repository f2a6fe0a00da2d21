import { readFileSync } from "node:fs";

/** Resident memory of a process in bytes; `VmHWM` is the peak since it was last cleared (proc(5)). Linux only. */
export function memory(pid: number, field: "VmRSS" | "VmHWM"): number {
  const line = readFileSync(`/proc/${pid}/status`, "utf8").match(new RegExp(`${field}:\\s+(\\d+) kB`));
  return Number(line?.[1] ?? 0) * 1024;
}
