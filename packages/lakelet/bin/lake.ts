#!/usr/bin/env node
import process from "node:process";

const [major = 0] = process.versions.node.split(".").map(Number);

// What the command imports cannot be loaded by earlier versions.
if (major >= 24) {
  const { main } = await import("./main.ts");
  const code = await main(process.argv.slice(2));
  if (code > 0) process.exit(code);
} else {
  console.error(`lakelet needs Node 24 or later. This is Node ${process.versions.node}.`);
  process.exitCode = 1;
}
