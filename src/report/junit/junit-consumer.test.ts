import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { hostileSampleReport } from '../../../test/report-samples/hostile.js';
import { sampleReports } from '../../../test/report-samples/samples.js';
import { render } from '../render.js';
import { listTests } from '../results/as-test.js';

interface Case {
  readonly name?: string;
  readonly classname?: string;
  readonly failure?: readonly { readonly message?: string; readonly inner?: string }[];
  readonly error?: readonly unknown[];
  readonly skipped?: readonly unknown[];
}

interface Suites {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
  readonly testsuite?: readonly {
    readonly name: string;
    readonly tests: number;
    readonly testcase?: readonly Case[];
  }[];
}

/** A reader that others use, and that knows nothing of us. */
const file = createRequire(import.meta.url).resolve('junit2json');
const { parse } = (await import(pathToFileURL(file).href)) as { parse: (xml: string) => Promise<Suites> };

test.each(Object.entries({ ...sampleReports, hostile: hostileSampleReport }))(
  '%s: a parser finds every test and every failed one',
  async (_, report) => {
    const read = await parse(render(report, 'junit'));
    const cases = (read.testsuite ?? []).flatMap(({ testcase = [] }) => testcase);
    const red = cases.filter(({ failure, error }) => failure || error);
    expect(read.tests).toBe(cases.length);
    expect(red).toHaveLength(read.failures + read.errors);
    expect(cases.filter(({ classname }) => classname !== 'gate')).toHaveLength(listTests(report).length);
    expect(red.length > 0).toBe(!report.gate.open);
  },
);
