import { clock } from '../model/clock.js';
import type { Json } from '../model/json.js';
import type { Profile } from '../model/profile/profile.js';
import { choosePolicy } from '../model/result/gate-policy.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan } from '../model/result/plan.js';
import type { Report } from '../model/result/report.js';
import type { Collection } from '../model/service/subject.js';
import type { Survey } from '../model/service/survey.js';
import { defaultDialect } from '../profile/defaults.js';
import type { RuleSet } from '../rule-set/load-rule-set.js';
import type { RunResult } from '../run/run.js';
import type { JudgeInput } from '../verdict/judging/judge.js';
import type { SeenResponses } from './coverage/seen-responses.js';
import { readKitVersion } from './kit-version.js';
import type { AuditOptions } from './options.js';
import type { TrialTimes } from './requests/split-requests.js';
import type { RunInputParts } from './run-input.js';
import type { ServiceSurvey } from './survey-service.js';

/** What all stages before judging gave. */
export interface JudgeInputParts extends Pick<RunInputParts, 'profile' | 'options' | 'rules' | 'startedAt'> {
  readonly ruleSet: RuleSet;
  readonly survey: ServiceSurvey;
  /** The collections as calibrated. */
  readonly collections: readonly Collection[];
  readonly plan: Plan;
  readonly outcomes: readonly Outcome[];
  /** The statuses that operations returned. */
  readonly seen: SeenResponses;
  /** How long the requests of each trial took. */
  readonly times: TrialTimes;
  readonly finished: RunResult;
  readonly kitErrors: readonly string[];
  readonly requests: number;
}

export type RunEnd = Pick<Report['run'], 'endedEarly' | 'stoppedBy'>;

/** The parts of a report that need no judging. */
export function buildReportHeader(parts: JudgeInputParts, end: RunEnd): JudgeInput['known'] {
  const { profile, options, survey, collections, startedAt, finished, requests, kitErrors } = parts;
  const { found } = survey;
  const shard = options.shard?.describeShard();
  const { permit, permitFrom, limits, only, ruleFolders, file, openapi, name, baseUrl, version, contact } = profile;
  const named = profile.collections;
  return {
    kit: { name: 'assay', version: readKitVersion() },
    target: { name, baseUrl, ...(version && { version }), ...(contact && { contact }) },
    seed: options.seed,
    startedAt: startedAt.toISOString(),
    durationMs: clock.epochMs() - startedAt.getTime(),
    requests,
    run: {
      permit,
      permitFrom,
      cases: limits.cases,
      concurrency: limits.concurrency,
      maxRequests: limits.maxRequests,
      maxSeconds: limits.maxSeconds,
      ...choosePolicy(options, profile),
      only,
      ...(profile.isQuick && { quick: true }),
      ...(profile.except && { except: profile.except }),
      ...(file && { profile: file }),
      ...(openapi && { openapi }),
      ...(named.length > 0 && { collections: named }),
      ...(profile.mayGuess && { guess: true }),
      ...(ruleFolders.length > 0 && { ruleFolders }),
      ...(options.baseline && { baseline: options.baseline }),
      ...(options.demo && { demo: options.demo }),
      ...listAcceptedGaps(profile, options),
      ...(shard && { shard }),
      ...end,
      ...(kitErrors.length > 0 && { faults: kitErrors }),
    },
    survey: summarizeSurvey({ ...found, collections, notes: [...found.notes, ...finished.notes] }, profile.notes ?? []),
    dialects: listChosenDialects(profile, collections),
  };
}

function listAcceptedGaps(profile: Profile, options: AuditOptions): Pick<Report['run'], 'acceptedGaps'> {
  const acceptedGaps = [...(profile.acceptedGaps ?? []), ...(options.acceptedGaps ?? [])];
  return acceptedGaps.length > 0 ? { acceptedGaps } : {};
}

function summarizeSurvey(
  { collections, contradictions, notes, omissions, documentSource }: Survey,
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
    ...(omissions.length > 0 && { omissions }),
  };
}

/** Lists each choice of dialect that is not the default, as the report prints it: the choice, and the default. */
export function listChosenDialects(
  { dialect, chosenDialects }: Pick<Profile, 'dialect' | 'chosenDialects'>,
  collections: readonly Collection[],
): string[] {
  const chosen = chosenDialects.map((name) => {
    const key = name as keyof typeof dialect;
    return describeChoice(name, dialect[key] ?? false, defaultDialect[key] ?? false);
  });
  return [...chosen, ...collections.flatMap(listCollectionChoices)];
}

function listCollectionChoices(collection: Collection): string[] {
  const { name, deletion, pagination, accessStatistics, id, actions } = collection;
  const of = (key: string) => `${name}: ${key}`;
  const { itemMs } = collection.consistency;
  return [
    ...(deletion.mode === 'hard' ? [] : [describeChoice(of('delete.mode'), deletion.mode, 'hard')]),
    ...(pagination.style === 'none' ? [describeChoice(of('pagination'), 'none', 'paged')] : []),
    ...(pagination.overMax
      ? [describeChoice(of('pagination.overMax'), pagination.overMax, 'clamp, reject or default')]
      : []),
    ...(accessStatistics.length > 0 ? [describeChoice(of('accessStatistics'), accessStatistics, 'none')] : []),
    ...(id.mutableBy ? [describeChoice(of('id.mutableBy'), id.mutableBy, 'none')] : []),
    ...(itemMs > 0 ? [describeChoice(of('consistency.readAfterWriteMs'), itemMs, 0)] : []),
    ...actions
      .filter(({ repeat }) => repeat === 'same')
      .map((action) => describeChoice(of(`${action.name}.repeat`), 'same', 'conflict')),
  ];
}

const describeChoice = (name: string, chosen: Json | readonly Json[], otherwise: Json | readonly Json[]): string =>
  `${name}: ${formatChoice(chosen)} (default: ${formatChoice(otherwise)})`;

const formatChoice = (value: Json | readonly Json[]): string =>
  Array.isArray(value) ? value.map(formatChoice).join(', ') || 'none' : String(value);
