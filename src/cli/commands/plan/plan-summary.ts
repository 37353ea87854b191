import type { DryRunResult } from '../../../audit/dry-run.js';
import type { Permission } from '../../../model/permission.js';
import type { Profile } from '../../../model/profile/profile.js';
import type { Exclusion, Trial } from '../../../model/result/plan.js';
import { groupBy } from '../../../model/values/group-by.js';
import type { PlannedOperation } from '../../../plan/operation-coverage.js';
import { estimateRuleCost, overheadFactor } from '../../../plan/rule-costs.js';

/** One planned check: a rule on a subject, and what it would send at most. */
export interface PlannedTrial {
  readonly rule: string;
  readonly subject: string;
  readonly touches: Permission;
}

/** The checks of a collection and its actions, of the service as a whole, or of operations and resources. */
export interface PlannedPlace {
  readonly name: string;
  readonly path?: string;
  readonly actions: readonly string[];
  readonly trials: readonly PlannedTrial[];
}

/** An obstacle, and the rules that it keeps from being checked. */
export interface Obstacle {
  readonly enable?: string;
  readonly why: string;
  readonly rules: readonly string[];
  readonly subjects: readonly string[];
}

/** What a run would do, computed before it does anything. */
export interface PlanSummary {
  readonly target: { readonly name: string; readonly baseUrl: string };
  readonly permit: Permission;
  readonly permitFrom: Profile['permitFrom'];
  readonly cases: number;
  readonly document?: string;
  readonly notes: readonly string[];
  readonly places: readonly PlannedPlace[];
  readonly unknown: readonly Obstacle[];
  readonly notPermitted: readonly Obstacle[];
  readonly leftOut: readonly Obstacle[];
  /** Every operation of the service, the rules that call it, and why there is none. */
  readonly operations: readonly PlannedOperation[];
  readonly requests: {
    readonly survey: number;
    /** As measured on other services; a violation costs more requests than a rule that holds. */
    readonly estimate: number;
    readonly atMost: number;
    readonly bound: string;
  };
}

/** Summarizes what a run would do, from the result of a dry run. */
export function summarizePlan(
  { survey, trials, exclusions, requests }: Pick<DryRunResult, 'survey' | 'trials' | 'exclusions' | 'requests'>,
  profile: Profile,
  operations: readonly PlannedOperation[] = [],
): PlanSummary {
  const { name, baseUrl, permit, permitFrom, limits } = profile;
  const by = (cause: Exclusion['cause']) => groupObstacles(exclusions.filter((exclusion) => exclusion.cause === cause));
  return {
    target: { name, baseUrl },
    permit,
    permitFrom,
    cases: limits.cases,
    ...(survey.documentSource !== undefined && { document: survey.documentSource }),
    notes: [...(profile.notes ?? []), ...survey.notes],
    places: groupByPlace(survey, trials),
    unknown: by('need'),
    notPermitted: by('permission'),
    leftOut: by('filter'),
    operations,
    requests: { survey: requests, estimate: estimateRequests(trials, limits.cases), ...computeBound(trials, limits) },
  };
}

function groupByPlace({ collections }: DryRunResult['survey'], trials: readonly Trial[]): PlannedPlace[] {
  const planned = trials.map(({ rule, touches, subject }): PlannedTrial => ({ rule, subject: subject.name, touches }));
  const bySubject = groupBy(planned, ({ subject }) => subject);
  const at = (names: readonly string[]) => names.flatMap((name) => bySubject.get(name) ?? []);
  const places = collections.map(
    ({ name, path, actions }): PlannedPlace => ({
      name,
      path,
      actions: actions.map((action) => action.name),
      trials: at([name, ...actions.map((action) => `${name}/${action.name}`)]),
    }),
  );
  const inPlaces = new Set([...places.flatMap((place) => place.trials), ...at(['service'])]);
  const others: readonly PlannedPlace[] = [
    { name: 'service', actions: [], trials: at(['service']) },
    { name: 'operations', actions: [], trials: at([...bySubject.keys()]).filter((trial) => !inPlaces.has(trial)) },
  ];
  return [...places, ...others.filter((place) => place.trials.length > 0)];
}

function groupObstacles(exclusions: readonly Exclusion[]): Obstacle[] {
  const groups = groupBy(exclusions, ({ enable, why }) => enable ?? why);
  const distinct = (values: readonly string[]) => [...new Set(values)].sort();
  return [...groups.values()]
    .map((group) => ({
      ...(group[0]?.enable !== undefined && { enable: group[0].enable }),
      why: group[0]?.why ?? '',
      rules: distinct(group.map(({ rule }) => rule)),
      subjects: distinct(group.map(({ subject }) => subject)),
    }))
    .sort((a, b) => b.rules.length - a.rules.length || (a.why < b.why ? -1 : 1));
}

const measuredCases = 10;

function estimateRequests(trials: readonly Trial[], cases: number): number {
  const inTrials = trials.reduce((sum, { rule }) => sum + estimateRuleCost(rule), 0);
  return Math.ceil((inTrials * overheadFactor * cases) / measuredCases);
}

/** The maximum number of requests. Rules have no limit of their own, so the limits of the run apply; they include cleanup. */
function computeBound(
  trials: readonly Trial[],
  { maxRequests, maxSeconds, ratePerSecond, isRateLearned = false }: Profile['limits'],
): Pick<PlanSummary['requests'], 'atMost' | 'bound'> {
  if (trials.length === 0) return { atMost: 0, bound: 'no checks planned' };
  const paced =
    ratePerSecond === undefined || isRateLearned ? Number.POSITIVE_INFINITY : Math.ceil(ratePerSecond * maxSeconds);
  if (paced < maxRequests) return { atMost: paced, bound: `${ratePerSecond} per second for ${maxSeconds} seconds` };
  return { atMost: maxRequests, bound: 'limits.maxRequests, or --max-requests' };
}
