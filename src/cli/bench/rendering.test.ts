import { expect, test } from 'vitest';
import { type Format, formats, render } from '../../report/index.js';
import { largeReport } from './large-report.js';

const few = largeReport(200);
const many = largeReport(800);

/** Formats that hold no more than there is room for in the place they are for. */
const bounded: ReadonlySet<string> = new Set(['comment', 'html', 'github']);

interface Cost {
  readonly cpu: number;
  readonly length: number;
}

function costOf(report: typeof few, format: Format): Cost {
  const before = process.cpuUsage();
  const { length } = render(report, format);
  const { user, system } = process.cpuUsage(before);
  return { cpu: user + system, length };
}

/** The least of several tries: whatever else the machine does only adds to it. */
function least(report: typeof few, format: Format, tries: number): Cost {
  const costs = Array.from({ length: tries }, () => costOf(report, format));
  return costs.reduce((one, other) => (other.cpu < one.cpu ? other : one));
}

test.each(Object.keys(formats) as Format[])('%s: four times the subjects cost about four times as much', (format) => {
  const small = least(few, format, 3);
  const large = least(many, format, 2);
  // A format that compared every subject with every other would take sixteen times as long.
  expect(large.cpu).toBeLessThan(8 * small.cpu + 10_000);
  expect(large.length / small.length).toBeLessThan(bounded.has(format) ? 3.9 : 4.1);
});
