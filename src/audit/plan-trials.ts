import type { Profile } from '../model/profile/profile.js';
import { findSeverity, isGlobMatch } from '../model/profile/rule-names.js';
import type { Exclusion, Plan } from '../model/result/plan.js';
import { quickExclusion } from '../model/result/quick.js';
import type { Collection, ResourceSubject, ServiceSubject, Subject } from '../model/service/subject.js';
import type { Survey } from '../model/service/survey.js';
import { plan } from '../plan/plan.js';
import type { NamedRule } from '../rule/rule.js';
import { indexRules } from '../rule/rules-by-id.js';
import type { TrialPriority } from './options.js';
import type { RunShard } from './sharding.js';

/** Default number of requests by which a burst exceeds a declared limit. */
const burstFactor = 2;

export interface PlanTrialsOptions {
  /** Name of the only subject to check. */
  readonly subject?: string | undefined;
  /** Why the survey is incomplete. */
  readonly cut?: string | undefined;
  /** What is checked first; rules that it assumes are checked before it. */
  readonly isFirst?: TrialPriority | undefined;
  /** Rules that a quick run leaves out. */
  readonly leftOut?: ReadonlySet<string> | undefined;
  readonly shard?: RunShard | undefined;
}

/** Plans which rule meets which subject, for the collections as they are known now, under one profile. */
export function planTrials(
  rules: readonly NamedRule[],
  { collections, resources }: Pick<Survey, 'collections' | 'resources'>,
  profile: Profile,
  { subject, cut, isFirst, leftOut, shard }: PlanTrialsOptions = {},
): Plan {
  const { permit, only } = profile;
  const subjects = listSubjects(collections, resources, profile);
  const findExclusionReason = (id: string, clause: string, formerIds: readonly string[]) =>
    leftOut?.has(id) ? quickExclusion : findProfileExclusion(id, clause, formerIds, profile);
  const { trials, exclusions } = plan({ rules, subjects, permit, only, findExclusionReason });
  const observing = new Set(rules.flatMap(({ id, rule }) => (rule.observes ? [id] : [])));
  const isNamed = trials.some((trial) => trial.subject.name === subject);
  // What a rule observes is violated for the operation of a request, which is no subject of a trial.
  const isChosen = ({ rule, subject: own }: Plan['trials'][number]) =>
    subject === undefined || own.name === subject || (!isNamed && observing.has(rule));
  const chosen = trials.filter(isChosen);
  const whole = {
    trials: isFirst ? sortPreferredFirst(chosen, isFirst) : chosen,
    exclusions: cut === undefined ? exclusions : exclusions.map((one) => markUnsurveyed(one, cut)),
  };
  return shard?.selectTrials(whole, indexRules(rules)) ?? whole;
}

/** Why the user excluded a rule: by `--except`, or by its severity. */
function findProfileExclusion(
  id: string,
  clause: string,
  formerIds: readonly string[],
  { except, severities }: Profile,
): string | undefined {
  const glob = except?.find((one) => isGlobMatch(one, id, clause, formerIds));
  if (glob !== undefined) return `excluded by --except ${glob}`;
  return findSeverity(id, clause, severities, formerIds) === 'off' ? 'the profile sets its severity to off' : undefined;
}

const sortPreferredFirst = (trials: Plan['trials'], isFirst: TrialPriority): Plan['trials'] => [
  ...trials.filter(({ rule, subject }) => isFirst(rule, subject.name)),
  ...trials.filter(({ rule, subject }) => !isFirst(rule, subject.name)),
];

/** After an incomplete survey, a missing feature can exist anyway. */
const markUnsurveyed = (exclusion: Exclusion, why: string): Exclusion => {
  if (exclusion.cause !== 'need') return exclusion;
  const { enable: _, ...known } = exclusion;
  return { ...known, word: 'inconclusive', cause: 'budget', why };
};

/** Lists all subjects of rules: each collection, each of their actions, the service, each address and each operation. */
export function listSubjects(
  collections: readonly Collection[],
  resources: readonly ResourceSubject[],
  profile: Pick<Profile, 'baseUrl' | 'versions' | 'rateLimit' | 'baseline'>,
): Subject[] {
  const standing = collections.filter(({ path }) => !path.includes('{'));
  const actions = collections.flatMap((collection) =>
    collection.actions.map(
      (action): Subject => ({ kind: 'action', name: `${collection.name}/${action.name}`, collection, action }),
    ),
  );
  const service: Subject[] =
    standing.length > 0
      ? [{ kind: 'service', name: 'service', collections: standing, ...buildServiceDeclarations(profile) }]
      : [];
  return [...collections, ...actions, ...service, ...resources, ...resources.flatMap(listOperationSubjects)];
}

const listOperationSubjects = (resource: ResourceSubject): Subject[] =>
  resource.operations.map((call) => ({
    kind: 'operation',
    name: call.name,
    call,
    resource,
    collection: resource.collection,
  }));

/** What the profile declares about the service as a whole, and what was observed. */
function buildServiceDeclarations(
  profile: Pick<Profile, 'baseUrl' | 'versions' | 'rateLimit' | 'baseline'>,
): Pick<ServiceSubject, 'versions' | 'rateLimit' | 'baseline'> {
  const { baseUrl, versions, rateLimit, baseline } = profile;
  const { old, new: current } = versions ?? {};
  const { probe, limit, windowMs = 1_000, maxRequests, route, as } = rateLimit ?? {};
  return {
    ...(baseline && { baseline }),
    ...(old && current && { versions: { old: resolveBaseUrl(old, baseUrl), new: resolveBaseUrl(current, baseUrl) } }),
    ...(probe &&
      limit && {
        rateLimit: {
          limit,
          windowMs,
          maxRequests: maxRequests ?? limit * burstFactor,
          ...(route && { route }),
          ...(as && { as }),
        },
      }),
  };
}

/** A base path is resolved against the origin of the base URL. */
const resolveBaseUrl = (path: string, baseUrl: string): string => new URL(path, baseUrl).href.replace(/\/$/, '');
