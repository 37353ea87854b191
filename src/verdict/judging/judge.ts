import { findSeverity, isAddressName, listFormerIds, type RuleSeverity } from '../../model/profile/rule-names.js';
import type { Waiver } from '../../model/profile/waiver.js';
import type { Clause } from '../../model/result/clause.js';
import type { HarmedItem } from '../../model/result/harm.js';
import type { LedgerLeftover } from '../../model/result/leftover.js';
import type { OperationCoverage } from '../../model/result/operation-coverage.js';
import type { Outcome } from '../../model/result/outcome.js';
import type { Exclusion } from '../../model/result/plan.js';
import type { Reach } from '../../model/result/reach.js';
import type { Evidence, Report, Result } from '../../model/result/report.js';
import type { SuiteRequests } from '../../model/result/request-split.js';
import { getRule, type RulesById } from '../../rule/rules-by-id.js';
import type { GateInput } from '../gate.js';
import { applyWaiver } from '../waivers/match-waivers.js';
import { computeCoverage } from './coverage.js';
import { buildCurlLines } from './curl.js';
import { decideResults } from './decide-results.js';
import { isIncomplete } from './incomplete.js';
import { computeReach } from './reach.js';
import { decideRunGate, type RunEnding } from './run-gate.js';

/** The input of a report. Nothing here reads a clock: the caller passes the day. */
export interface JudgeInput extends Pick<GateInput, 'strict' | 'failOn' | 'endedEarly' | 'isLost'> {
  readonly rules: RulesById;
  readonly outcomes: readonly Outcome[];
  readonly exclusions: readonly Exclusion[];
  /** How long the requests of a trial took, in milliseconds. */
  readonly getTrialMs?: (rule: string, subject: string) => number | undefined;
  readonly splitRequests?: (outcomes: readonly Outcome[]) => readonly SuiteRequests[];
  readonly leftovers: readonly LedgerLeftover[];
  /** With paths under the base URL. */
  readonly harm?: readonly HarmedItem[];
  readonly clauses: readonly Clause[];
  readonly waivers: readonly Waiver[];
  /** The effect of rules, as the profile declares it. */
  readonly severities?: readonly RuleSeverity[] | undefined;
  readonly today: string;
  /** What creating items led to. */
  readonly creations?: Reach['creations'];
  /** Least number of rules with a verdict. */
  readonly minRules?: number | undefined;
  /** What else decides the gate: how the run ended. */
  readonly ending: RunEnding;
  /** What the run found out about each operation. */
  readonly operations?: readonly OperationCoverage[];
  /** Path of the report, for the replay command. */
  readonly reportFile: string;
  /** The parts of the report that need no judging. */
  readonly known: Omit<
    Report,
    'schema' | 'results' | 'waivers' | 'coverage' | 'leftovers' | 'harm' | 'gate' | 'complete'
  >;
}

/** Converts outcomes to verdicts, and builds the report. Pure. Never throws: a failed conversion gives the verdict errored, and the other results stay. */
export function judge(input: JudgeInput): Report {
  const { known, clauses, rules, harm = [] } = input;
  const told = [
    ...input.outcomes.map((outcome) => addTime(judgeSafely(outcome, rules), input)),
    ...input.exclusions.map((exclusion) => buildExcludedResult(exclusion, rules)),
  ].map((result) => applySeverity(result, input.severities));
  const { results, waivers, gate } = decideResults(told, {
    ...input,
    isShard: known.run.shard !== undefined,
    isIncomplete: (all) =>
      isIncomplete({ ...known, results: all, reach: computeReach(all, input.minRules, input.creations) }),
  });
  const report: Report = {
    schema: 'https://assay.dev/schemas/report-1.json',
    ...known,
    results,
    ...(input.splitRequests && { requestsBySuite: input.splitRequests(input.outcomes) }),
    ...(waivers && { waivers }),
    coverage: { clauses: computeCoverage(clauses, results), operations: input.operations ?? [] },
    reach: computeReach(results, input.minRules, input.creations),
    leftovers: input.leftovers.map(({ path, ...rest }) => ({ url: known.target.baseUrl + path, ...rest })),
    ...(harm.length > 0 && { harm: harm.map((item) => nameUrls(item, known.target.baseUrl)) }),
    gate,
    complete: true,
  };
  return { ...report, gate: decideRunGate(report, input.ending) };
}

const nameUrls = ({ url, restore, ...rest }: HarmedItem, baseUrl: string): HarmedItem => ({
  ...rest,
  url: baseUrl + url,
  ...(restore && { restore: { ...restore, url: baseUrl + restore.url } }),
});

/** Converts one outcome before the others are known: the result as in the report, without its number. Pure. Never throws. */
export const judgeOutcome = (
  outcome: Outcome,
  known: Pick<JudgeInput, 'rules' | 'waivers' | 'today' | 'severities'>,
): Result => applyWaiver(applySeverity(judgeSafely(outcome, known.rules), known.severities), known);

/** Adds how long the requests of a trial took. */
function addTime(result: Result, { getTrialMs }: Pick<JudgeInput, 'getTrialMs'>): Result {
  const ms = getTrialMs?.(result.rule, result.subject);
  return ms === undefined ? result : { ...result, ms };
}

/** Adds the effect that the profile declares for the rule. */
function applySeverity(result: Result, severities: readonly RuleSeverity[] | undefined): Result {
  const { rule, clause, subject } = result;
  const severity = findSeverity(rule, clause, severities, isAddressName(subject) ? listFormerIds(rule) : []);
  return severity === undefined || severity === 'off' ? result : { ...result, severity };
}

/** A user's rule can be so broken that even its title cannot be read. */
function judgeSafely(outcome: Outcome, rules: RulesById): Result {
  try {
    return buildResult(outcome, rules);
  } catch (error) {
    return createUnreadableResult(outcome, error);
  }
}

const createUnreadableResult = ({ trial, cases, requests }: Outcome, error: unknown): Result => ({
  rule: trial.rule,
  clause: '-',
  level: 'MUST',
  family: 'convention',
  stage: 'provisional',
  title: trial.rule,
  subject: trial.subject.name,
  verdict: 'errored',
  cause: 'kit',
  why: `the outcome cannot be judged: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  cases,
  requests,
});

function buildResult(outcome: Outcome, rules: RulesById): Result {
  const { trial, verdict, cause, why, cases, corners, requests, foundAfter, notes } = outcome;
  const { clause, level, family, stage, title } = getRule(rules, trial);
  return {
    rule: trial.rule,
    clause,
    level,
    family,
    stage,
    title,
    subject: trial.subject.name,
    verdict,
    ...getResultCause(verdict, cause),
    ...(why && { why }),
    cases,
    ...(outcome.undecided && { undecided: outcome.undecided }),
    corners,
    requests,
    ...(foundAfter !== undefined && verdict === 'violated' && { foundAfter }),
    ...(notes.length > 0 && { notes }),
    ...(trial.shard !== undefined && { shard: trial.shard }),
    ...(outcome.counterexample && { evidence: buildEvidence(outcome.counterexample) }),
    // A recorded request is not offered to be sent again: it may be a write of another client.
    ...(outcome.recorded && { evidence: { ...outcome.recorded, curl: [], replay: '' } }),
  };
}

function getResultCause(verdict: Outcome['verdict'], cause: Outcome['cause']): Pick<Result, 'cause'> {
  if (verdict === 'errored') return { cause: 'kit' };
  if (verdict === 'not-applicable') return { cause: 'need' };
  return cause ? { cause } : {};
}

function buildEvidence({ exchanges, controls, ...rest }: NonNullable<Outcome['counterexample']>): Evidence {
  const shown = { ...rest, exchanges, curl: buildCurlLines(exchanges), replay: '' };
  return controls.length > 0 ? { ...shown, controls } : shown;
}

/** There is one for each rule and subject, so each kind names its members: what a spread adds takes more memory. */
function buildExcludedResult({ rule, subject, word, cause, why, enable, shard }: Exclusion, rules: RulesById): Result {
  const { clause, level, family, stage, title } = getRule(rules, rule);
  const [verdict, cases, requests] = [word, 0, 0];
  const result = enable
    ? { rule, clause, level, family, stage, title, subject, verdict, cause, why, enable, cases, requests }
    : { rule, clause, level, family, stage, title, subject, verdict, cause, why, cases, requests };
  return shard === undefined ? result : { ...result, shard };
}
