import { randomBytes } from 'node:crypto';
import type { OpenClient } from '../http/index.js';
import type { Plan, Trial } from '../plan/index.js';
import { type Collection, type Dialect, type Json, type Permission, permissions } from '../rule/index.js';
import { addressingOf } from './addressing.js';
import { elsewhereOf } from './elsewhere.js';
import { type Leftover, openLedger } from './ledger.js';
import { type Meter, meterOf } from './meter.js';
import type { Outcome } from './outcome.js';
import { type Ground, prepare } from './prepare.js';
import { isShared, schedule } from './schedule.js';
import { collectionOf } from './setting.js';
import { sweep } from './sweep.js';
import { tryTrial } from './try-trial.js';

export type { Leftover } from './ledger.js';
export type { Counterexample, Outcome } from './outcome.js';

/** What a run needs to know and may spend. */
export interface RunInput {
  /** What will be tried of these collections, and what will not. */
  readonly plan: (collections: readonly Collection[]) => Plan;
  readonly collections: readonly Collection[];
  /** Document in which `$ref`s of schemas resolve. */
  readonly document: Json | undefined;
  readonly client: OpenClient;
  readonly baseUrl: string;
  readonly permit: Permission;
  readonly dialect: Dialect;
  readonly limits: {
    readonly maxRequests: number;
    readonly maxSeconds: number;
    readonly concurrency: number;
    readonly cases: number;
  };
  readonly seed: number;
  /** Path of one case, to go straight to it; for a plan of one trial. */
  readonly path?: string | undefined;
  /** Whether what was made is removed; true when absent. */
  readonly cleanup?: boolean | undefined;
  readonly ledgerFile?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onOutcome?: ((outcome: Outcome, done: number, of: number) => void) | undefined;
}

/** What came of a run. */
export interface RunResult {
  /** As they are known in the end. */
  readonly collections: readonly Collection[];
  readonly exclusions: Plan['exclusions'];
  /** What was found out about bodies and methods before anything was judged. */
  readonly notes: readonly string[];
  readonly outcomes: readonly Outcome[];
  readonly leftovers: readonly Leftover[];
  readonly requests: number;
  /** Why it ended before its time. */
  readonly endedEarly: string | undefined;
}

/** Finds out what the service takes, runs all trials, and removes what each of them made. Never throws for what a service does. */
export async function run(input: RunInput): Promise<RunResult> {
  const book = openLedger(input.ledgerFile);
  const elsewhere = elsewhereOf(input.baseUrl);
  const meter = meterOf(input.client, {
    ...input.limits,
    signal: input.signal,
    owed: book.standing,
    notice: elsewhere.notice,
  });
  const ground = groundOf(input, meter);
  const { trials: foreseen } = input.plan(input.collections);
  const namesOf = (some: typeof foreseen) => new Set(some.map(({ subject }) => collectionOf(subject).name));
  const acting = namesOf(foreseen.filter(({ subject }) => subject.kind === 'action'));
  const { site, notes } = await prepare(ground, book, namesOf(foreseen), acting);
  const { trials, exclusions } = input.plan(site.collections);
  const finished: Outcome[] = [];
  const solitary = new Set([...site.noise].filter(([, { reusesIds }]) => reusesIds).map(([name]) => name));
  const outcomes = await schedule(
    trials,
    input.limits.concurrency,
    async (trial) => {
      const outcome = withoutGround(trial, finished, meter.over()) ?? (await tryTrial(trial, site, book));
      finished.push(outcome);
      input.onOutcome?.(outcome, finished.length, trials.length);
      return outcome;
    },
    solitary,
  );
  await sweep(site, book);
  book.close();
  return {
    outcomes,
    collections: site.collections,
    exclusions,
    notes: [...notes, ...elsewhere.notes(), ...meter.patience.notes()],
    leftovers: book.leftovers(),
    requests: meter.spent(),
    endedEarly: meter.over() ?? meter.denied(),
  };
}

/** Things of a collection that may stay on somebody else's host because they cannot be removed. */
const mostLeft = 25;

const isLoopback = (baseUrl: string): boolean => /^(localhost|127\.|\[::1\])/.test(new URL(baseUrl).hostname);

/** What all trials of a run share, before anything was learned. */
function groundOf(input: RunInput, meter: Meter): Ground {
  const may = (permission: Permission) => permissions.indexOf(input.permit) >= permissions.indexOf(permission);
  return {
    ...input,
    meter,
    addressing: addressingOf(isLoopback(input.baseUrl) ? undefined : mostLeft),
    cleanup: input.cleanup ?? true,
    path: input.path,
    cases: input.limits.cases,
    runMark: randomBytes(4).toString('hex'),
    mayWrite: may('writes'),
    mayDelete: may('deletes'),
  };
}

/** The outcome of a trial that need not begin: what it assumes fell, or the run is over. */
function withoutGround(trial: Trial, finished: readonly Outcome[], over: string | undefined): Outcome | undefined {
  const nothing = { trial, verdict: 'inconclusive' as const, cases: 0, corners: 0, requests: 0, notes: [] };
  if (over !== undefined) return { ...nothing, cause: 'budget', why: `it never began: ${over}` };
  const fallen = finished.find(
    (other) =>
      other.verdict === 'violated' &&
      trial.declared.assumes?.includes(other.trial.rule) &&
      isShared(other.trial.subject, trial.subject),
  );
  if (!fallen) return undefined;
  return {
    ...nothing,
    cause: `assumption:${fallen.trial.rule}`,
    why: `it rests on "${fallen.trial.declared.title}", which was violated`,
  };
}
