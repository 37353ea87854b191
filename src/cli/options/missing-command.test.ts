import { expect, test } from 'vitest';
import { findMissingCommand } from './missing-command.js';

const url = 'http://127.0.0.1:3000';

test.each<[readonly string[], string]>([
  [[], 'Usage: assay <command>'],
  [[url, '--quiet'], `assay: the command is missing. To audit this service: assay run ${url} --quiet\n`],
  [['audit', url], `assay: unknown command 'audit'. To audit a service: assay run ${url}\n`],
  [['test', url], `To audit a service: assay run ${url}\n`],
  [['check'], 'To audit a service: assay run\n'],
  [['watch', url], `To audit a service again when it restarts: assay run --watch ${url}\n`],
  [['list'], 'To list all rules: assay rules\n'],
  [['diff', 'a.json', 'b.json'], 'To compare two reports: assay compare a.json b.json\n'],
  [['-v'], "assay: unknown command '-v'. To print the version: assay --version\n"],
  [['version'], 'To print the version: assay --version\n'],
  [['demo', 'put-merges'], 'To inject a bug: assay demo --fault put-merges\n'],
  [['run', url, '--format', 'json', 'html'], 'Separate formats with commas: --format json,html\n'],
  [['report', 'a.json', '--format', 'sarif', 'junit', '--out', '.'], '--format sarif,junit\n'],
])('%j is answered in fewer than 15 lines with what was meant', (args, text) => {
  const answer = findMissingCommand(args) ?? '';
  expect(answer).toContain(text);
  expect(answer.trimEnd().split('\n').length).toBeLessThan(15);
});

test.each([
  [['run', url, '--format', 'json,html']],
  [['run', '--format', 'json', url]],
  [['demo', '--fault', 'put-merges']],
  [['demo']],
  [['--version']],
  [['constructor']],
])('%j is read as it is', (args) => {
  expect(findMissingCommand(args)).toBeUndefined();
});
