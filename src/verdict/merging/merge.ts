import type { Waiver } from '../../model/profile/waiver.js';
import type { OperationCoverage } from '../../model/result/operation-coverage.js';
import type { CreationReach } from '../../model/result/reach.js';
import type { Leftover, Report } from '../../model/result/report.js';
import { addUpRequests, type SuiteRequests } from '../../model/result/request-split.js';
import { groupBy } from '../../model/values/group-by.js';
import { nameResult } from '../judging/incomplete.js';
import { joinResults } from './join-results.js';
import { rejudgeReport } from './judge-merged.js';

export interface ReportPart {
  readonly name: string;
  readonly report: Report;
}

/** Merges compatible shards of one run into one report, and decides the gate again. Pure. */
export function mergeReports(parts: readonly ReportPart[], reportFile: string): Report {
  const reports = parts.map(({ report }) => report).sort((a, b) => getShardIndex(a) - getShardIndex(b));
  const [first, ...others] = reports;
  if (first === undefined) throw new Error('there is nothing to merge');
  const { requestsBySuite: _split, ...known } = first;
  const { shard: _, endedEarly: __, stoppedBy: ___, faults: ____, ...run } = first.run;
  const endedEarly = describeEarlyEnd(reports);
  const faults = reports.flatMap((report) => report.run.faults ?? []);
  const harm = reports.flatMap((report) => report.harm ?? []);
  const operations = mergeOperations(reports);
  const requestsBySuite = mergeRequests(reports);
  const whole: Report = {
    ...known,
    startedAt: reports.map(({ startedAt }) => startedAt).reduce((a, b) => (a < b ? a : b)),
    durationMs: sum(reports.map(({ durationMs }) => durationMs)),
    requests: sum(reports.map(({ requests }) => requests)),
    ...(requestsBySuite && { requestsBySuite }),
    run: {
      ...run,
      shards: reports.length,
      ...(endedEarly !== undefined && { endedEarly }),
      ...(faults.length > 0 && { faults }),
    },
    survey: mergeSurveys(first, others),
    dialects: listDistinct(reports.flatMap(({ dialects }) => dialects)),
    ...(first.reach && { reach: { ...first.reach, ...mergeCreations(reports) } }),
    leftovers: mergeLeftovers(reports),
    ...(harm.length > 0 && { harm }),
    coverage: { ...first.coverage, ...(operations && { operations }) },
  };
  const waivers: readonly Waiver[] = first.waivers ?? [];
  return applyShardFailure(rejudgeReport(whole, { waivers, reportFile, results: joinResults(reports) }), reports);
}

/** The number of a shard; a report of a whole run counts as shard 1. */
export const getShardIndex = ({ run }: Report): number => run.shard?.index ?? 1;

const sum = (numbers: readonly number[]): number => numbers.reduce((whole, part) => whole + part, 0);

const listDistinct = (texts: readonly string[]): string[] => [...new Set(texts)];

/** Why shards ended early, each with its number; an interruption of one shard is an interruption of the run. */
function describeEarlyEnd(reports: readonly Report[]): string | undefined {
  const ends = reports.flatMap((report) => {
    const { endedEarly } = report.run;
    return endedEarly === undefined ? [] : [{ endedEarly, index: getShardIndex(report) }];
  });
  if (ends.length === 0) return undefined;
  if (ends.some(({ endedEarly }) => endedEarly === 'interrupted')) return 'interrupted';
  return ends.map(({ index, endedEarly }) => `shard ${index}: ${endedEarly}`).join('; ');
}

/** A shard knows more about the collections that it checked: of two descriptions, the one with more facts is used. */
function mergeSurveys({ survey }: Report, others: readonly Report[]): Report['survey'] {
  const surveys = [survey, ...others.map((report) => report.survey)];
  const known = new Map<string, Report['survey']['collections'][number]>();
  for (const collection of surveys.flatMap(({ collections }) => collections)) {
    const before = known.get(collection.name);
    if (before === undefined || before.facts.length < collection.facts.length) known.set(collection.name, collection);
  }
  return {
    ...survey,
    collections: [...known.values()],
    contradictions: listDistinct(surveys.flatMap(({ contradictions }) => contradictions)),
    notes: listDistinct(surveys.flatMap(({ notes }) => notes)),
    ...mergeOmissions(surveys),
  };
}

function mergeOmissions(surveys: readonly Report['survey'][]): Pick<Report['survey'], 'omissions'> {
  const known = new Map(
    surveys.flatMap(({ omissions = [] }) => omissions.map((one) => [`${one.what} ${one.about}`, one] as const)),
  );
  return known.size > 0 ? { omissions: [...known.values()] } : {};
}

/** An item that one shard could create is enough. */
function mergeCreations(reports: readonly Report[]): Pick<NonNullable<Report['reach']>, 'creations'> {
  const known = new Map<string, CreationReach>();
  for (const one of reports.flatMap(({ reach }) => reach?.creations ?? [])) {
    const before = known.get(one.collection);
    const created = (before?.created ?? 0) + one.created;
    const { refusal: _, add: __, ...plain } = one;
    known.set(one.collection, created > 0 ? { ...plain, created } : { ...one, ...before });
  }
  return known.size > 0 ? { creations: [...known.values()] } : {};
}

const mergeLeftovers = (reports: readonly Report[]): Leftover[] => {
  const all = reports.flatMap(({ leftovers }) => leftovers);
  return [...new Map(all.map((leftover) => [leftover.url, leftover])).values()];
};

/** Exit codes of runs that ended for a reason other than their results, most severe first. */
const failureExitCodes: readonly Report['gate']['exit'][] = [130, 4, 3, 2];

/** If one shard did not complete, the merged run cannot pass. */
function applyShardFailure(whole: Report, reports: readonly Report[]): Report {
  const exit = failureExitCodes.find((code) => reports.some(({ gate }) => gate.exit === code));
  if (exit === undefined) return whole;
  const told = reports
    .filter(({ gate }) => gate.exit === exit)
    .flatMap((report) =>
      report.gate.reasons.slice(-1).map((why) => `shard ${getShardIndex(report)} (exit ${exit}): ${why}`),
    );
  const reasons = [...whole.gate.reasons, ...told];
  return { ...whole, gate: nameResult({ ...whole.gate, open: false, reasons, exit }) };
}

/** Adds up the requests of all shards by suite and purpose; undefined if a shard does not split them. */
export function mergeRequests(reports: readonly Report[]): readonly SuiteRequests[] | undefined {
  if (reports.some(({ requestsBySuite }) => requestsBySuite === undefined)) return undefined;
  const rows = groupBy(
    reports.flatMap(({ requestsBySuite = [] }) => requestsBySuite),
    ({ suite }) => suite,
  );
  return [...rows]
    .map(([suite, all]) => addUpRequests(suite, all))
    .sort((one, other) => (one.suite < other.suite ? -1 : 1));
}

/** Each operation of all shards once, with the sum of its checks; undefined where no report lists operations. */
function mergeOperations(reports: readonly Report[]): OperationCoverage[] | undefined {
  const all = reports.map(({ coverage }) => coverage.operations);
  if (all.every((one) => one === undefined)) return undefined;
  const merged = new Map<string, OperationCoverage>();
  for (const one of all.flatMap((operations = []) => operations)) {
    const key = `${one.method} ${one.path}`;
    const before = merged.get(key);
    merged.set(key, before ? joinOperation(before, one) : one);
  }
  return [...merged.values()];
}

type Counts = Readonly<Record<string, number>>;

/** The sum of counts with the same name. */
const addUp = (one: Counts = {}, other: Counts = {}): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) => [
      name,
      (one[name] ?? 0) + (other[name] ?? 0),
    ]),
  );

const joinSuites = (one: OperationCoverage['suites'] = {}, other: OperationCoverage['suites'] = {}) =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((suite) => [suite, addUp(one[suite], other[suite])]),
  );

/** Percentiles of shards cannot be joined. */
function joinOperation(one: OperationCoverage, other: OperationCoverage): OperationCoverage {
  const { why, latency, ...known } = one;
  const rules = [...new Set([...one.rules, ...other.rules])].sort();
  const statuses = [...new Set([...(one.statuses ?? []), ...(other.statuses ?? [])])].sort((a, b) => a - b);
  return {
    ...known,
    rules,
    ...(statuses.length > 0 && { statuses }),
    ...((one.responses || other.responses) && { responses: addUp(one.responses, other.responses) }),
    ...((one.suites || other.suites) && { suites: joinSuites(one.suites, other.suites) }),
    held: one.held + other.held,
    violated: one.violated + other.violated,
    undecided: one.undecided + other.undecided,
    ...(rules.length === 0 && why !== undefined && { why }),
  };
}
