import type { Report } from '../../model/result/report.js';
import { misshapen } from '../../report/results/check-shape.js';
import { mostShards } from '../options/shard-option.js';

/** What is wrong with a value that calls itself a whole report; undefined where commands can work with it. A file may say anything. */
export function troubleWithParts(value: Partial<Report>): string | undefined {
  const report = value as Report;
  if (!parts.every(([isFine, of]) => isFine(attempt(() => of(report)))) || !report.results.every(isResult))
    return 'is no whole report: parts of it are missing';
  const wrong = misshapen(report);
  return wrong && `is no report: ${wrong}`;
}

type Check = (value: unknown) => boolean;
const isText: Check = (value) => typeof value === 'string';
const isList: Check = (value) => Array.isArray(value);
const isCount: Check = (value) => Number.isInteger(value);
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const orNone =
  (isFine: Check): Check =>
  (value) =>
    value === undefined || isFine(value);
const isListOf =
  (isFine: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isFine);

/** Parts without which no command can do anything. */
const parts: readonly (readonly [Check, (report: Report) => unknown])[] = [
  [isObject, ({ kit }) => kit],
  [isText, ({ target }) => target.name],
  [isText, ({ target }) => target.baseUrl],
  [isListOf(isText), ({ run }) => run.only],
  [isCount, ({ run }) => run.cases],
  [orNone(isText), ({ run }) => run.profile],
  [orNone(isText), ({ run }) => run.openapi],
  [orNone(isText), ({ run }) => run.baseline],
  [orNone(isText), ({ run }) => run.endedEarly],
  [orNone(isListOf(isText)), ({ run }) => run.ruleFolders],
  [orNone(isListOf(isText)), ({ run }) => run.collections],
  [orNone(isObject), ({ run }) => run.demo],
  [orNone(isShard), ({ run }) => run.shard],
  [isListOf(isObject), ({ survey }) => survey.collections],
  [isListOf(isText), ({ survey }) => survey.contradictions],
  [isListOf(isText), ({ survey }) => survey.notes],
  [isListOf(isText), ({ dialects }) => dialects],
  [isList, ({ results }) => results],
  [orNone(isListOf(isObject)), ({ waivers }) => waivers],
  [isListOf(isObject), ({ coverage }) => coverage.clauses],
  [isListOf(isObject), ({ leftovers }) => leftovers],
  [isListOf(isText), ({ gate }) => gate.reasons],
];

const attempt = (of: () => unknown): unknown => {
  try {
    return of();
  } catch {
    return null;
  }
};

/** More shards than there can be would be counted one by one. */
function isShard(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { index = 0, total = 0, planDigest }: Partial<NonNullable<Report['run']['shard']>> = value;
  return isCount(index) && isCount(total) && index >= 1 && index <= total && total <= mostShards && isText(planDigest);
}

function isResult(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { rule, subject, clause, title, evidence }: Partial<Report['results'][number]> = value;
  return [rule, subject, clause, title].every(isText) && orNone(isEvidence)(evidence);
}

function isEvidence(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { summary, replay, curl, exchanges, path }: Partial<NonNullable<Report['results'][number]['evidence']>> = value;
  const isPath = orNone((one) => typeof one === 'string' && /^[\d:]*$/.test(one));
  return isText(summary) && isText(replay) && isListOf(isText)(curl) && isListOf(isObject)(exchanges) && isPath(path);
}
