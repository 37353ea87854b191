import { getCurrentId } from '../../model/profile/rule-names.js';
import { UsageError } from '../../model/profile/usage-error.js';
import { maxShards, type Report } from '../../model/result/report.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';
import { findShapeProblem } from './check-shape.js';

/** Reads a report. Throws UsageError for an unreadable or cut file, no report, or another version. */
export function parseReport(file: string, read: (file: string) => string): Report {
  const report = parseFile(file, read);
  const trouble = findReportProblem(report);
  if (trouble !== undefined) throw new UsageError(`${file} ${trouble}; give the report.json of a run`);
  return nameRulesAsNow(report as Report);
}

/** Rules were joined: results of an earlier version get the ids that their rules have now. */
function nameRulesAsNow(report: Report): Report {
  if (report.results.every(({ rule }) => getCurrentId(rule) === rule)) return report;
  const seen = new Set<string>();
  const results = report.results.flatMap((result) => {
    const { rule, subject, cause } = result;
    const id = getCurrentId(rule);
    const prefix = 'assumption:' as const;
    const assumed = cause?.startsWith(prefix) ? getCurrentId(cause.slice(prefix.length)) : undefined;
    // Lines about no subject are one for each rule.
    if (seen.size === seen.add(`${id} ${subject}`).size) return [];
    return [{ ...result, rule: id, ...(assumed !== undefined && { cause: `${prefix}${assumed}` as const }) }];
  });
  return { ...report, results };
}

const schema: Report['schema'] = 'https://assay.dev/schemas/report-1.json';

function parseFile(file: string, read: (file: string) => string): unknown {
  let text: string;
  try {
    text = read(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'it is a folder, not a file' : message;
    throw new UsageError(`${file} cannot be read: ${why}; give the report.json of a run`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${file} is not a report: ${(error as Error).message.replace(/[,:]?\s*"[\s\S]*"(\.\.\.)?/, '').replace(/token\s+'.*?'/s, 'token')}; give the report.json of a run`,
    );
  }
}

function findReportProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not a report of assay';
  const report: Partial<Report> = value;
  if (report.schema === undefined) return 'is not a report of assay';
  if (report.schema !== schema)
    return `has schema ${escapeControlCharacters(JSON.stringify(report.schema))}, and this version of assay reads ${schema}`;
  if (report.complete !== true) return 'is an incomplete report: it was cut off';
  return findPartProblem(report);
}

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
