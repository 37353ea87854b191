import type { Profile } from '../model/profile/profile.js';
import { choosePolicy } from '../model/result/gate-policy.js';
import type { OperationCoverage, SuiteChecks } from '../model/result/operation-coverage.js';
import type { Outcome } from '../model/result/outcome.js';
import type { CreationReach } from '../model/result/reach.js';
import type { ResourceSubject } from '../model/service/subject.js';
import { countBy, groupBy } from '../model/values/group-by.js';
import { groupTrialsByOperation, listPlannedOperations } from '../plan/operation-coverage.js';
import type { RulesById } from '../rule/rules-by-id.js';
import type { RunResult } from '../run/run.js';
import { buildCurlLines } from '../verdict/judging/curl.js';
import type { JudgeInput } from '../verdict/judging/judge.js';
import type { SeenResponses } from './coverage/seen-responses.js';
import type { AuditOptions } from './options.js';
import { buildReportHeader, type JudgeInputParts, type RunEnd } from './report-header.js';

/** How a run ended early. Where a request stopped the service for good, the command that sends it again comes first. */
function describeEnd({ endedEarly, suspect }: RunResult, { process }: AuditOptions): RunEnd {
  if (endedEarly === undefined) return {};
  const [stoppedBy] = suspect === undefined ? [] : buildCurlLines([suspect]);
  if (stoppedBy === undefined) return { endedEarly };
  const advice = process === undefined ? '; to confirm it, let assay start the service: --exec COMMAND' : '';
  return { endedEarly: `${stoppedBy} # ${endedEarly}${advice}`, stoppedBy };
}

/** Whether the user named the collection or its creation: no item there is no small matter. */
function markNamed(reach: CreationReach, { collections, resources }: Profile): CreationReach {
  const isNamed =
    collections.includes(reach.path) ||
    resources.some(({ collection, create }) => collection === reach.path && create !== undefined && create !== false);
  return isNamed ? { ...reach, isNamed } : reach;
}

/** Everything a report is judged from, named one by one. */
export function buildJudgeInput(parts: JudgeInputParts): JudgeInput {
  const { profile, options, ruleSet, survey, plan, outcomes, finished, startedAt } = parts;
  const { isLost, leftovers, harm, creations, trouble } = finished;
  const end = describeEnd(finished, options);
  return {
    rules: parts.rules,
    clauses: ruleSet.clauses,
    outcomes,
    getTrialMs: (rule, subject) => parts.times.getMs(rule, subject),
    splitRequests: (outcomes) => parts.times.splitRequests(outcomes),
    exclusions: plan.exclusions,
    leftovers,
    harm,
    ...(creations && { creations: creations.map((one) => markNamed(one, profile)) }),
    waivers: profile.waivers,
    ...choosePolicy(options, profile),
    severities: profile.severities,
    today: startedAt.toISOString().slice(0, 10),
    endedEarly: end.endedEarly,
    isLost,
    minRules: profile.limits.minRules,
    ending: { firstStatus: survey.firstStatus, unreachable: survey.unreachable, trouble, replayed: options.subject },
    operations: buildOperationCoverage(survey.found.resources, outcomes, parts.rules, parts.seen),
    reportFile: options.files?.report ?? 'report.json',
    known: buildReportHeader(parts, end),
  };
}

/** What a run found out about each operation: the rules that called it, their verdicts, and its responses. */
function buildOperationCoverage(
  resources: readonly ResourceSubject[],
  outcomes: readonly Outcome[],
  rules: RulesById,
  seen: Pick<SeenResponses, 'group'>,
): OperationCoverage[] {
  const trials = outcomes.map((outcome) => ({ outcome, ...outcome.trial }));
  const met = groupTrialsByOperation(resources, trials, rules);
  const responses = seen.group();
  return listPlannedOperations(resources, trials, rules).map((planned) => {
    const name = `${planned.method} ${planned.path}`;
    const own = met.get(name) ?? [];
    const count = (...verdicts: readonly string[]) =>
      own.filter(({ outcome }) => verdicts.includes(outcome.verdict)).length;
    return {
      ...planned,
      ...responses.get(name),
      ...(own.length > 0 && { suites: countBySuite(own) }),
      held: count('held'),
      violated: count('violated'),
      undecided: count('inconclusive', 'errored'),
    };
  });
}

const kinds: Readonly<Record<Outcome['verdict'], keyof SuiteChecks>> = {
  held: 'held',
  violated: 'violated',
  inconclusive: 'undecided',
  errored: 'undecided',
  'not-applicable': 'unchecked',
};

function countBySuite(
  trials: readonly { readonly rule: string; readonly outcome: Outcome }[],
): OperationCoverage['suites'] {
  const bySuite = groupBy(trials, ({ rule }) => rule.split('/')[0] ?? rule);
  return Object.fromEntries(
    [...bySuite].map(([suite, own]) => [
      suite,
      Object.fromEntries(countBy(own, ({ outcome }) => kinds[outcome.verdict])),
    ]),
  );
}
