import { expect, test } from 'vitest';
import { formats, render } from './index.js';
import { samples, sound } from './sample-report.js';

test.each(['html5', '', 'toString', '__proto__', 'JSON'])(
  'refuses the format %j and names the known ones',
  (format) => {
    expect(() => render(sound, format)).toThrow(
      `unknown format ${JSON.stringify(format)}; known are json, junit, markdown, console`,
    );
  },
);

test.each(Object.keys(formats))('%s: is a pure view', (format) => {
  for (const report of Object.values(samples)) {
    const before = structuredClone(report);
    expect(render(report, format)).toBe(render(report, format));
    expect(report).toEqual(before);
  }
});

test('names a file of its own for each format', () => {
  expect(formats).toEqual({ json: 'report.json', junit: 'junit.xml', markdown: 'report.md', console: 'report.txt' });
});
