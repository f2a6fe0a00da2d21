import { execFileSync } from "node:child_process";

interface Process {
  pid: number;
  command: string;
}

/** The processes that another one started. */
export function childrenOf(parent: number): Process[] {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,command="], { encoding: "utf8" }).split("\n");
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, ppid]) => Number(ppid) === parent)
    .map(([pid, , ...command]) => ({ pid: Number(pid), command: command.join(" ") }));
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
