#!/usr/bin/env node
import { createRequire } from "node:module";

// Read by require, a graph of modules takes half the time: Node.js waits for no file. What it has read, import() below and in the
// commands finds at hand. Not every version of it can, and none needs to.
if (process.features.require_module) {
  const read = createRequire(import.meta.url);
  read("./start.js");
  if (process.argv[2] === "explain") {
    read("./commands/explain.js");
    read("./load-engine.js");
  }
}

const { start } = await import("./start.js");
await start();
