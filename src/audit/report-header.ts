import { readFileSync } from 'node:fs';
import { clock } from '../model/clock.js';
import type { Profile } from '../model/profile/profile.js';
import type { Collection, ServiceSubject, Subject } from '../model/service/subject.js';
import type { RunResult } from '../run/run.js';
import type { Survey } from '../survey/survey.js';
import type { JudgeInput } from '../verdict/judging/judge.js';
import { choicesOf } from './chosen-dialects.js';
import type { AuditOptions } from './options.js';

/** The version of the kit, from its package. */
export function kitVersion(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../package.json' : '../../../package.json';
  return JSON.parse(readFileSync(new URL(up, import.meta.url), 'utf8')).version;
}

/** Everything rules can be about: each collection, each of their actions, and the service. */
export function subjectsOf(
  collections: readonly Collection[],
  profile: Pick<Profile, 'baseUrl' | 'versions' | 'rateLimit' | 'baseline'>,
): Subject[] {
  const standing = collections.filter(({ path }) => !path.includes('{'));
  const actions = collections.flatMap((collection) =>
    collection.actions.map(
      (action): Subject => ({ kind: 'action', name: `${collection.name}/${action.name}`, collection, action }),
    ),
  );
  const service: Subject[] =
    standing.length > 0 ? [{ kind: 'service', name: 'service', collections: standing, ...promisesOf(profile) }] : [];
  return [...collections, ...actions, ...service];
}

/** How far a burst goes beyond a declared limit when nobody says. */
const burstBeyond = 2;

/** What the profile declares of the service as a whole, and what was seen of it before. */
function promisesOf({
  baseUrl,
  versions,
  rateLimit,
  baseline,
}: Pick<Profile, 'baseUrl' | 'versions' | 'rateLimit' | 'baseline'>): Pick<
  ServiceSubject,
  'versions' | 'rateLimit' | 'baseline'
> {
  const { old, new: current } = versions ?? {};
  const { probe, limit, windowMs = 1_000, maxRequests } = rateLimit ?? {};
  return {
    ...(baseline && { baseline }),
    ...(old && current && { versions: { old: baseFor(old, baseUrl), new: baseFor(current, baseUrl) } }),
    ...(probe && limit && { rateLimit: { limit, windowMs, maxRequests: maxRequests ?? limit * burstBeyond } }),
  };
}

/** A base path stands at the origin of the base URL. */
const baseFor = (path: string, baseUrl: string): string => new URL(path, baseUrl).href.replace(/\/$/, '');

/** The parts of a report that need no judging. */
export function known(
  profile: Profile,
  found: Survey,
  options: AuditOptions,
  came: Pick<RunResult, 'collections' | 'notes' | 'requests' | 'endedEarly' | 'faults'> & { readonly startedAt: Date },
): JudgeInput['known'] {
  const { collections } = came;
  const shard = options.shard?.told();
  const { permit, permitFrom, limits, only, ruleFolders, file, openapi, name, baseUrl, version, contact } = profile;
  const named = profile.collections;
  return {
    kit: { name: 'assay', version: kitVersion() },
    target: { name, baseUrl, ...(version && { version }), ...(contact && { contact }) },
    seed: options.seed,
    startedAt: came.startedAt.toISOString(),
    durationMs: clock.epochMs() - came.startedAt.getTime(),
    requests: came.requests,
    run: {
      permit,
      permitFrom,
      cases: limits.cases,
      concurrency: limits.concurrency,
      maxRequests: limits.maxRequests,
      maxSeconds: limits.maxSeconds,
      strict: options.strict ?? false,
      only,
      ...(file && { profile: file }),
      ...(openapi && { openapi }),
      ...(named.length > 0 && { collections: named }),
      ...(ruleFolders.length > 0 && { ruleFolders }),
      ...(options.baseline && { baseline: options.baseline }),
      ...(options.demo && { demo: options.demo }),
      ...(shard && { shard }),
      ...(came.endedEarly && { endedEarly: came.endedEarly }),
      ...(came.faults.length > 0 && { faults: came.faults }),
    },
    survey: surveyed({ ...found, collections, notes: [...found.notes, ...came.notes] }, profile.notes ?? []),
    dialects: choicesOf(profile, collections),
  };
}

function surveyed(
  { collections, contradictions, notes, documentSource }: Survey,
  told: readonly string[],
): JudgeInput['known']['survey'] {
  return {
    ...(documentSource && { document: documentSource }),
    collections: collections.map(({ name, path, facts }) => ({ name, path, facts })),
    contradictions: contradictions.map(
      ({ subject, about, believed, doubted }) =>
        `${subject}: ${about} is ${JSON.stringify(believed.value)} (${believed.provenance}, ${believed.evidence}), but ${JSON.stringify(doubted.value)} (${doubted.provenance}, ${doubted.evidence})`,
    ),
    notes: [...told, ...notes],
  };
}
