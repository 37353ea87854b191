#!/usr/bin/env node
// Older versions cannot load the program, so nothing is imported before this line.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`assay: needs Node 20.19 or later; this is ${process.version}`);
  process.exitCode = 2;
} else {
  const { main } = await import('../dist/bundle/src/cli/main.js');
  process.exitCode = await main(process.argv.slice(2));
}
