import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampleReports, sound } from '../../test/report-samples/samples.js';
import { formats } from './formats.js';
import { render } from './render.js';

test.each(['html5', '', 'toString', '__proto__', 'JSON'])(
  'refuses the format %j and names the known ones',
  (format) => {
    expect(() => render(sound, format)).toThrow(
      `unknown format ${JSON.stringify(format)}; known formats: ${Object.keys(formats).join(', ')}`,
    );
  },
);

test.each(Object.keys(formats))('%s: is a pure view', (format) => {
  for (const report of Object.values(sampleReports)) {
    const before = structuredClone(report);
    expect(render(report, format)).toBe(render(report, format));
    expect(report).toEqual(before);
  }
});

test('names a different file for each format', () => {
  expect(formats).toMatchObject({
    json: 'report.json',
    html: 'report.html',
    junit: 'junit.xml',
    sarif: 'report.sarif',
  });
  expect(new Set(Object.values(formats)).size).toBe(Object.keys(formats).length);
});

test('the page about formats lists each with its file', () => {
  const text = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');
  const missing = Object.entries(formats).filter(([format, file]) => !text.includes(`| \`${format}\` | \`${file}\` |`));
  expect(missing).toEqual([]);
});
