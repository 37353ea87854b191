import { type Family, families, levels } from './clause.js';
import dataRuleIds from './data-rules.json' with { type: 'json' };
import type { Result } from './report.js';

/**
 * Rules whose violation shows lost, merged, half-applied or duplicated data, or an effect of a refused request, whatever their level,
 * family and stage.
 */
export const dataRules: ReadonlySet<string> = new Set(dataRuleIds);

/** What `--fail-on` accepts: MUST and SHOULD rules of the convention, MUST rules of each other family, MUST rules without a verdict, and rules about data. */
export const failOnValues = [
  'must',
  'should',
  ...families.filter((family): family is Exclude<Family, 'convention'> => family !== 'convention'),
  'undecided',
  'data',
] as const;

/** One of {@link failOnValues}. */
export type FailOn = (typeof failOnValues)[number];

/** What fails a run: a list, or one of the two presets. */
export interface GatePolicy {
  readonly strict: boolean;
  /** What fails the run, in place of the presets. */
  readonly failOn?: readonly string[] | undefined;
}

/** What fails a run: `must` and `data`, or everything with `--strict`, or what `--fail-on` lists. */
export const resolveFailOn = ({ strict, failOn }: GatePolicy): readonly string[] =>
  failOn ?? (strict ? failOnValues : ['must', 'data']);

/** Whether a result fails the run unless it is waived. A MAY rule never does. */
export function isFailing(result: Result, policy: GatePolicy): boolean {
  const { verdict, level, family, stage, severity } = result;
  if (level === 'MAY' || severity === 'warn') return false;
  const listed = resolveFailOn(policy);
  if (verdict === 'violated' && severity === 'error') return true;
  if (verdict === 'violated' && listed.includes('data') && dataRules.has(result.rule)) return true;
  if (stage !== 'stable') return false;
  if (verdict === 'violated') return listed.includes(nameGroup(result) ?? '');
  return verdict === 'inconclusive' && level === 'MUST' && family === 'convention' && listed.includes('undecided');
}

/** The value of `--fail-on` that lets a violated rule fail the run; undefined if none does. */
export function nameGroup({ level, family }: Pick<Result, 'level' | 'family'>): FailOn | undefined {
  if (family === 'convention') return level === 'MUST' ? 'must' : level === 'SHOULD' ? 'should' : undefined;
  return level === 'MUST' ? family : undefined;
}

/** The effect of a violation: it fails the run, it is a warning, it is a note, or it is accepted. */
export type ViolationWeight = 'fails' | 'warns' | 'notes' | 'waived';

/** The effect of a violation under a policy. */
export function weighViolation(result: Result, policy: GatePolicy): ViolationWeight {
  if (result.waived) return 'waived';
  if (isFailing(result, policy)) return 'fails';
  return result.level === 'MAY' || result.stage === 'provisional' ? 'notes' : 'warns';
}

const weights: readonly ViolationWeight[] = ['fails', 'warns', 'notes', 'waived'];

/** Compares violations by weight, then by level; 0 if they weigh the same. */
export const compareWeight = (one: Result, other: Result, policy: GatePolicy): number =>
  weights.indexOf(weighViolation(one, policy)) - weights.indexOf(weighViolation(other, policy)) ||
  levels.indexOf(one.level) - levels.indexOf(other.level);

/** What fails a run: the options of the call, else the profile, else the default. */
export function choosePolicy(
  { strict = false, failOn }: Partial<GatePolicy>,
  profile: Pick<GatePolicy, 'failOn'>,
): GatePolicy {
  const listed = failOn ?? (strict ? undefined : profile.failOn);
  return { strict, ...(listed && { failOn: listed }) };
}
