import { families } from '../../model/result/clause.js';
import type { Report, Result } from '../../model/result/report.js';
import { requestPurposes } from '../../model/result/request-split.js';
import { verdictWords } from '../text/report-words.js';

/** What is wrong with the values that views write unchanged; undefined if assay could have written the report. */
export function findShapeProblem(report: Report): string | undefined {
  const { kit, gate, run, coverage } = report;
  const wrong = [
    ...checkMembers('kit', kit, { name: createWordCheck('assay'), version: isPlain }),
    ...checkMembers('the report', report, {
      seed: isNumber,
      requests: isNumber,
      durationMs: isNumber,
      startedAt: isPlain,
      requestsBySuite: isSplit,
    }),
    ...checkMembers('run', run, { permit: isPlain, permitFrom: isPlain, strict: isBoolean }),
    ...checkMembers('gate', gate, { open: isBoolean, exit: isNumber, reasons: Array.isArray }),
    ...report.results.flatMap((result, index) => checkMembers(`results[${index}]`, result, resultChecks)),
    ...coverage.clauses.flatMap((clause, index) =>
      checkMembers(`coverage.clauses[${index}]`, clause, {
        level: isLevel,
        verdict: createWordCheck('untested', ...verdictWords),
      }),
    ),
  ];
  return wrong[0];
}

type ShapeCheck = (value: unknown) => boolean;
type ShapeChecks<T> = Readonly<Partial<Record<keyof T & string, ShapeCheck>>>;

const isNumber: ShapeCheck = (value) => Number.isFinite(value);
const isBoolean: ShapeCheck = (value) => typeof value === 'boolean';
const isPlain: ShapeCheck = (value) => typeof value === 'string' && /^[\w.:+ -]*$/.test(value);
const isSplit: ShapeCheck = (value) =>
  value === undefined ||
  (Array.isArray(value) &&
    value.every((row) => isPlain(row?.suite) && requestPurposes.every((purpose) => isNumber(row[purpose]))));
const createWordCheck =
  (...known: readonly string[]): ShapeCheck =>
  (value) =>
    known.some((one) => one === value);
const isLevel = createWordCheck('MUST', 'SHOULD', 'MAY');

const resultChecks: ShapeChecks<Result> = {
  verdict: createWordCheck(...verdictWords),
  level: isLevel,
  family: createWordCheck(...families),
  stage: createWordCheck('stable', 'provisional'),
  cases: isNumber,
  corners: (value) => value === undefined || isNumber(value),
  requests: isNumber,
  ms: (value) => value === undefined || isNumber(value),
  number: (value) => value === undefined || isNumber(value),
};

const checkMembers = <T extends object>(place: string, part: T, checks: ShapeChecks<T>): string[] =>
  Object.entries<ShapeCheck | undefined>(checks)
    .filter(([member, isFine]) => isFine?.(part[member as keyof T]) === false)
    .map(([member]) => `${member} of ${place} has a value that assay does not write`);
