import type { Report } from '../../model/result/report.js';
import { findShapeProblem } from '../../report/results/check-shape.js';
import { maxShards } from '../options/shard-option.js';

/** Returns what is wrong with a value that claims to be a complete report; undefined if commands can use it. */
export function findPartProblem(value: Partial<Report>): string | undefined {
  const report = value as Report;
  if (!requiredParts.every(([isFine, of]) => isFine(readOrNull(() => of(report)))) || !report.results.every(isResult))
    return 'is an incomplete report: parts of it are missing';
  const wrong = findShapeProblem(report);
  return wrong && `is not a report: ${wrong}`;
}

type ValueCheck = (value: unknown) => boolean;
const isText: ValueCheck = (value) => typeof value === 'string';
const isList: ValueCheck = (value) => Array.isArray(value);
const isCount: ValueCheck = (value) => Number.isInteger(value);
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const allowUndefined =
  (isFine: ValueCheck): ValueCheck =>
  (value) =>
    value === undefined || isFine(value);
const isListOf =
  (isFine: ValueCheck): ValueCheck =>
  (value) =>
    Array.isArray(value) && value.every(isFine);

/** Parts that every command needs. */
const requiredParts: readonly (readonly [ValueCheck, (report: Report) => unknown])[] = [
  [isObject, ({ kit }) => kit],
  [isText, ({ target }) => target.name],
  [isText, ({ target }) => target.baseUrl],
  [isListOf(isText), ({ run }) => run.only],
  [isCount, ({ run }) => run.cases],
  [allowUndefined(isText), ({ run }) => run.profile],
  [allowUndefined(isText), ({ run }) => run.openapi],
  [allowUndefined(isText), ({ run }) => run.baseline],
  [allowUndefined(isText), ({ run }) => run.endedEarly],
  [allowUndefined(isText), ({ run }) => run.stoppedBy],
  [allowUndefined(isListOf(isText)), ({ run }) => run.ruleFolders],
  [allowUndefined(isListOf(isText)), ({ run }) => run.collections],
  [allowUndefined(isObject), ({ run }) => run.demo],
  [allowUndefined(isShard), ({ run }) => run.shard],
  [isListOf(isObject), ({ survey }) => survey.collections],
  [isListOf(isText), ({ survey }) => survey.contradictions],
  [isListOf(isText), ({ survey }) => survey.notes],
  [allowUndefined(isListOf(isOmission)), ({ survey }) => survey.omissions],
  [isListOf(isText), ({ dialects }) => dialects],
  [isList, ({ results }) => results],
  [allowUndefined(isListOf(isObject)), ({ waivers }) => waivers],
  [isListOf(isObject), ({ coverage }) => coverage.clauses],
  [isListOf(isObject), ({ leftovers }) => leftovers],
  [allowUndefined(isListOf(isObject)), ({ harm }) => harm],
  [isListOf(isText), ({ gate }) => gate.reasons],
];

const readOrNull = (of: () => unknown): unknown => {
  try {
    return of();
  } catch {
    return null;
  }
};

function isOmission(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { what, about, why, enable }: Partial<Record<string, unknown>> = { ...value };
  return [what, about, why, enable].every(isText);
}

/** A larger number of shards than possible would be counted one by one. */
function isShard(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { index = 0, total = 0, planDigest }: Partial<NonNullable<Report['run']['shard']>> = value;
  return isCount(index) && isCount(total) && index >= 1 && index <= total && total <= maxShards && isText(planDigest);
}

function isResult(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { rule, subject, clause, title, evidence }: Partial<Report['results'][number]> = value;
  return [rule, subject, clause, title].every(isText) && allowUndefined(isEvidence)(evidence);
}

function isEvidence(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { summary, replay, curl, exchanges, path }: Partial<NonNullable<Report['results'][number]['evidence']>> = value;
  const isPath = allowUndefined((one) => typeof one === 'string' && /^[\d:]*$/.test(one));
  return isText(summary) && isText(replay) && isListOf(isText)(curl) && isListOf(isObject)(exchanges) && isPath(path);
}
