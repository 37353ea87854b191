import { expect, test } from 'vitest';
import { type Format, formats } from '../../src/report/formats.js';
import { render } from '../../src/report/render.js';
import { countSteps } from '../../test/support/count-steps.js';
import { createLargeReport } from './large-report.js';

const few = createLargeReport(50);
const many = createLargeReport(200);

/** Formats that hold no more than there is room for in the place they are for. */
const bounded: ReadonlySet<string> = new Set(['comment', 'html', 'github']);

test.each(Object.keys(formats) as Format[])(
  '%s: four times the subjects cost about four times as much',
  async (format) => {
    // What is kept for later is made before it counts.
    render(few, format);
    const small = await countSteps(() => render(few, format));
    const large = await countSteps(() => render(many, format));
    expect(small).toBeGreaterThan(0);
    // A format that compared every subject with every other would take sixteen times as many steps.
    expect(large / small).toBeLessThan(6);
    const growth = render(many, format).length / render(few, format).length;
    expect(growth).toBeLessThan(bounded.has(format) ? 3.9 : 4.1);
  },
);
