import type { DryRunResult } from '../../../audit/dry-run.js';
import type { Permission } from '../../../model/permission.js';
import type { Profile } from '../../../model/profile/profile.js';
import type { Exclusion, Trial } from '../../../model/result/plan.js';
import { overheadFactor } from './measured-costs.js';
import { estimateRuleCost } from './rule-costs.js';

/** One rule that would meet one subject, and what it would do at most. */
export interface PlannedTrial {
  readonly rule: string;
  readonly subject: string;
  readonly touches: Permission;
}

/** What would be tried at a collection and its actions, or at the service as a whole. */
export interface PlannedPlace {
  readonly name: string;
  readonly path?: string;
  readonly actions: readonly string[];
  readonly trials: readonly PlannedTrial[];
}

/** What keeps rules from being tried, and which ones. */
export interface Obstacle {
  readonly enable?: string;
  readonly why: string;
  readonly rules: readonly string[];
  readonly subjects: readonly string[];
}

/** What a run would do, told before it does any of it. */
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
  readonly requests: {
    /** Spent on finding out. */
    readonly survey: number;
    /** As measured on other services; a violation costs more than a promise that is kept. */
    readonly estimate: number;
    readonly atMost: number;
    readonly bound: string;
  };
}

/** Tells what a run would do with what was scouted. */
export function summarizePlan(
  { survey, trials, exclusions, requests }: Pick<DryRunResult, 'survey' | 'trials' | 'exclusions' | 'requests'>,
  profile: Profile,
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
    requests: { survey: requests, estimate: estimateRequests(trials, limits.cases), ...computeBound(trials, limits) },
  };
}

function groupByPlace({ collections }: DryRunResult['survey'], trials: readonly Trial[]): PlannedPlace[] {
  const bySubject = new Map<string, PlannedTrial[]>();
  for (const { rule, touches, subject } of trials) {
    const known = bySubject.get(subject.name) ?? [];
    known.push({ rule, subject: subject.name, touches });
    bySubject.set(subject.name, known);
  }
  const at = (names: readonly string[]) => names.flatMap((name) => bySubject.get(name) ?? []);
  const places = collections.map(
    ({ name, path, actions }): PlannedPlace => ({
      name,
      path,
      actions: actions.map((action) => action.name),
      trials: at([name, ...actions.map((action) => `${name}/${action.name}`)]),
    }),
  );
  const service: PlannedPlace = { name: 'service', actions: [], trials: at(['service']) };
  return service.trials.length > 0 ? [...places, service] : places;
}

function groupObstacles(exclusions: readonly Exclusion[]): Obstacle[] {
  const groups = new Map<string, Exclusion[]>();
  for (const exclusion of exclusions) {
    const key = exclusion.enable ?? exclusion.why;
    const group = groups.get(key) ?? [];
    group.push(exclusion);
    groups.set(key, group);
  }
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

/** The number of cases in which the costs were measured. */
const measuredCases = 10;

function estimateRequests(trials: readonly Trial[], cases: number): number {
  const inTrials = trials.reduce((sum, { rule }) => sum + estimateRuleCost(rule), 0);
  return Math.ceil((inTrials * overheadFactor * cases) / measuredCases);
}

/** No rule bounds what it sends, so only the limits of the run do; it stops early enough to clean up within them. */
function computeBound(
  trials: readonly Trial[],
  { maxRequests, maxSeconds, ratePerSecond }: Profile['limits'],
): Pick<PlanSummary['requests'], 'atMost' | 'bound'> {
  if (trials.length === 0) return { atMost: 0, bound: 'nothing is to be tried' };
  const paced = ratePerSecond === undefined ? Number.POSITIVE_INFINITY : Math.ceil(ratePerSecond * maxSeconds);
  if (paced < maxRequests) return { atMost: paced, bound: `${ratePerSecond} a second for ${maxSeconds} seconds` };
  return { atMost: maxRequests, bound: 'limits.maxRequests, or --max-requests' };
}
