import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createSampleExchange, createSampleViolation, hostileText } from '../../test/report-samples/sample-result.js';
import { troubled } from '../../test/report-samples/samples.js';
import { buildCurlLines } from '../verdict/judging/curl.js';
import { readTap } from './format-readers.fixture.js';
import { render } from './render.js';

const nasty = `'; touch pwned; echo "$(touch pwned)" \`touch pwned\` & | > pwned\n${hostileText}`;
const exchange = createSampleExchange({
  request: { method: 'POST', url: `http://127.0.0.1:9/${nasty}`, headers: { 'x-a': nasty }, content: nasty },
});
const lines = buildCurlLines([exchange]);
const report = {
  ...troubled,
  results: [createSampleViolation({ subject: nasty }, { curl: lines, exchanges: [exchange] })],
};

/** Where a user finds a line to paste, and how to copy it. */
const places: Readonly<Record<string, () => readonly string[]>> = {
  tap: () => readTap(render(report, 'tap')).points[0]?.diag.curl,
  'sarif-full': () => JSON.parse(render(report, 'sarif-full')).runs[0].results[0].properties.curl,
  ctrf: () => commandsIn(JSON.parse(render(report, 'ctrf')).results.tests[0].trace, '$ '),
  markdown: () => commandsIn(render(report, 'markdown'), ''),
};

const commandsIn = (text: string, prompt: string): string[] =>
  text.split('\n').flatMap((line) => (line.startsWith(`${prompt}curl `) ? [line.slice(prompt.length)] : []));

test.each(Object.entries(places))('%s: a pasted line runs curl, once, and nothing else', (_, linesIn) => {
  const pasted = linesIn();
  expect(pasted).toHaveLength(1);
  const shell = `curl() { echo "curl $#"; }; touch() { echo PWNED; }; export PATH=; ${pasted[0]}`;
  const told = execFileSync('/bin/sh', ['-c', shell], { cwd: '/', encoding: 'utf8' });
  expect(told).toBe('curl 12\n');
});
