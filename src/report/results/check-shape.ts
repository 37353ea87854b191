import type { Report, Result } from '../../model/result/report.js';
import { words } from '../text/report-words.js';

/**
 * What is wrong with the words, numbers and switches of a report, which views write as they stand; undefined where they
 * are what the kit writes. A report may come from a file that anybody wrote; what is meant to be text is escaped anyway.
 */
export function misshapen(report: Report): string | undefined {
  const { kit, gate, run, coverage } = report;
  const wrong = [
    ...odd('kit', kit, { name: isWord('assay'), version: isPlain }),
    ...odd('the report', report, { seed: isNumber, requests: isNumber, durationMs: isNumber, startedAt: isPlain }),
    ...odd('run', run, { permit: isPlain, permitFrom: isPlain, strict: isSwitch }),
    ...odd('gate', gate, { open: isSwitch, exit: isNumber, reasons: Array.isArray }),
    ...report.results.flatMap(oddResult),
    ...coverage.clauses.flatMap((clause, index) =>
      odd(`coverage.clauses[${index}]`, clause, { level: isLevel, verdict: isWord('untested', ...words) }),
    ),
  ];
  return wrong[0];
}

type Check = (value: unknown) => boolean;
type Checks<T> = Readonly<Partial<Record<keyof T & string, Check>>>;

const isNumber: Check = (value) => Number.isFinite(value);
const isSwitch: Check = (value) => typeof value === 'boolean';
const isPlain: Check = (value) => typeof value === 'string' && /^[\w.:+ -]*$/.test(value);
const isWord =
  (...known: readonly string[]): Check =>
  (value) =>
    known.some((one) => one === value);
const isLevel = isWord('MUST', 'SHOULD', 'MAY');

const resultChecks: Checks<Result> = {
  verdict: isWord(...words),
  level: isLevel,
  family: isWord('convention', 'http'),
  stage: isWord('stable', 'provisional'),
  cases: isNumber,
  corners: (value) => value === undefined || isNumber(value),
  requests: isNumber,
};

const oddResult = (result: Result, index: number): string[] => odd(`results[${index}]`, result, resultChecks);

const odd = <T extends object>(place: string, part: T, checks: Checks<T>): string[] =>
  Object.entries<Check | undefined>(checks)
    .filter(([member, isFine]) => isFine?.(part[member as keyof T]) === false)
    .map(([member]) => `${member} of ${place} is none that assay writes`);
