import { randomBytes } from 'node:crypto';
import type { OpenClient } from '../http/client.js';
import type { LedgerOrigin } from '../ledger/lines.js';
import { openLedger } from '../ledger/open-ledger.js';
import type { Purges } from '../ledger/purge-steps.js';
import { createRequestMeter, type RequestMeter } from '../limits/request-meter.js';
import type { Json } from '../model/json.js';
import { type Permission, permissions } from '../model/permission.js';
import type { Cause } from '../model/result/cause.js';
import type { LedgerLeftover } from '../model/result/leftover.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan, Trial } from '../model/result/plan.js';
import type { Collection, Dialect } from '../model/service/subject.js';
import type { RulesById } from '../rule/rules-by-id.js';
import { type BaseRunContext, type PreparedContext, prepareContext } from './calibrate/prepare.js';
import { runFinalCleanup } from './cleanup/final-cleanup.js';
import { type RecordingLedger, recordAllScopes } from './cleanup/record-all-scopes.js';
import { limitCreations } from './creation-limit.js';
import { createForeignOriginWatcher } from './passive/foreign-origins.js';
import { createReadDelays } from './read-delay.js';
import { createStages } from './stages.js';
import { createItemAddressing } from './tools/item-addressing.js';
import { getSubjectCollection } from './trial/case-context.js';
import { createErroredOutcome, tryAll } from './try-all.js';

/** Input and limits of a run. */
export interface RunInput {
  /** The rules of the plan. */
  readonly rules: RulesById;
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
    readonly maxLive?: number;
    readonly maxMade?: number;
    readonly concurrency: number;
    readonly cases: number;
  };
  readonly seed: number;
  /** fast-check path of one case to run; for a plan with one trial. */
  readonly path?: string | undefined;
  /** Whether created items are removed; true when absent. */
  readonly cleanup?: boolean | undefined;
  readonly ledgerFile?: string | undefined;
  /** The origin of the run, for the first line of the ledger. */
  readonly ledgerOrigin?: LedgerOrigin | undefined;
  /** Requests to send after DELETE, by collection name. */
  readonly purges?: Purges | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Start of the time limit, by `clock.now()`; now when absent. */
  readonly begunAt?: number | undefined;
  /** Whether the service runs on another machine, where few items may be left over. */
  readonly isForeign?: boolean | undefined;
  /** Returns why nothing more may be created because a file of the run cannot be written. */
  readonly trouble?: (() => string | undefined) | undefined;
  /** Maximum time of a trial without an exchange, in milliseconds. */
  readonly idleMs?: number | undefined;
  readonly onBegin?: ((trial: Trial, of: number) => void) | undefined;
  readonly onOutcome?: ((outcome: Outcome, done: number, of: number) => void) | undefined;
}

/** Result of a run, besides the outcomes of its trials. */
export interface RunResult {
  /** Findings of the calibration about bodies and methods. */
  readonly notes: readonly string[];
  readonly leftovers: readonly LedgerLeftover[];
  readonly requests: number;
  /** Why the run ended early. */
  readonly endedEarly: string | undefined;
  /** Whether the run ended because the service stopped answering or returned no usable answers. */
  readonly isLost: boolean;
  /** Traces of errors of the kit outside of a single trial. */
  readonly kitErrors: readonly string[];
  /** Why a file of the run could not be written. */
  readonly trouble: string | undefined;
}

/** A run in progress: calibrate first, then try the trials, then finish. */
export interface Run {
  /**
   * Finds out what the service accepts, for the collections of the planned trials; returns the corrected collections.
   */
  calibrate(planned: Plan): Promise<readonly Collection[]>;
  /** Tries all trials; returns an outcome for each, in their order. */
  tryTrials(trials: Plan['trials']): Promise<readonly Outcome[]>;
  /** Removes what the run created and closes the ledger. */
  finish(): Promise<RunResult>;
}

/**
 * Opens the ledger and the budget of a run. Its stages never throw because of a response; when the kit itself fails in
 * one, the others continue with what is known. Throws the error of the file system when the ledger cannot be opened.
 */
export function openRun(input: RunInput): Run {
  const resources = openResources(input);
  const { stages, ledger, base } = resources;
  let prepared: PreparedContext | undefined;
  return {
    async calibrate(planned) {
      prepared = await stages.stage(() => prepareFor(planned, base, ledger), undefined);
      return prepared?.site.collections ?? input.collections;
    },
    async tryTrials(trials) {
      if (prepared === undefined) return createUntriedOutcomes(trials, stages.errors());
      return tryAll(prepared.site, {
        trials,
        book: ledger,
        concurrency: computeConcurrency(prepared.site.collections, input.limits),
        stages,
        idleMs: input.idleMs ?? maxIdleMs,
        onBegin: input.onBegin,
        onOutcome: input.onOutcome,
      });
    },
    async finish() {
      const context = prepared?.site ?? base;
      const before = stages.errors().length;
      await stages.stage(() => ledger.cleanAll(context), undefined);
      await stages.stage(() => runFinalCleanup(context, ledger), undefined);
      stages.notify(() => ledger.close(stages.errors().length === before));
      return summarizeRun(resources, prepared?.notes ?? []);
    },
  };
}

/** What all stages of a run share: created items, remaining budget, and errors. */
function openResources(input: RunInput) {
  const runMark = randomBytes(4).toString('hex');
  const isTelling = (path: string) => input.client.redact(path) !== path;
  const opened = openLedger(input.ledgerFile, { ...input, ...input.ledgerOrigin, runMark, isTelling });
  const creations = limitCreations(opened, input.limits);
  const ledger = { ...recordAllScopes(creations.book), liveQuota: creations.room };
  const foreignOrigins = createForeignOriginWatcher(input.baseUrl);
  const trouble = () => input.trouble?.() ?? ledger.trouble();
  const meter = createRequestMeter(input.client, {
    ...input.limits,
    begunAt: input.begunAt,
    signal: input.signal,
    countOwed: ledger.countStanding,
    owedToFind: () => ledger.unsearched() * searchCost,
    onExchange: foreignOrigins.record,
    trouble,
  });
  const base = createBaseContext(input, meter, runMark);
  return { ledger, creations, foreignOrigins, trouble, meter, base, stages: createStages() };
}

/** Summarizes a run at its end; where the kit failed, with what is known without it. */
function summarizeRun(resources: ReturnType<typeof openResources>, calibration: readonly string[]): RunResult {
  const { stages, ledger, creations, foreignOrigins, trouble, meter } = resources;
  const listNotes = () => [...calibration, ...foreignOrigins.notes(), ...meter.notes(), ...creations.notes()];
  return {
    notes: stages.value(listNotes, []),
    leftovers: stages.value(ledger.leftovers, []),
    requests: meter.spent(),
    endedEarly: stages.value(() => meter.describeEnd() ?? meter.describeDenied(), 'the kit itself failed'),
    isLost: stages.value(() => isServiceLost(meter.end()?.cause), false),
    kitErrors: stages.errors(),
    trouble: trouble(),
  };
}

const isServiceLost = (cause: Cause | undefined): boolean => cause === 'no-answer' || cause === 'refused';

/** Calibrates the collections of the trials, and finds the state path to each action under test. */
async function prepareFor(planned: Plan, base: BaseRunContext, ledger: RecordingLedger): Promise<PreparedContext> {
  const listNames = (trials: Plan['trials']) =>
    new Set(trials.map(({ subject }) => getSubjectCollection(subject).name));
  const acting = listNames(planned.trials.filter(({ subject }) => subject.kind === 'action'));
  const prepared = await prepareContext(base, ledger, listNames(planned.trials), acting);
  ledger.recordCollections(prepared.site.collections);
  return prepared;
}

/** The outcomes of trials that could not start because the kit failed before. */
const createUntriedOutcomes = (
  trials: Plan['trials'],
  [why = 'the trial did not start']: readonly string[],
): Outcome[] => trials.map((trial) => createErroredOutcome(trial, why));

/** Default maximum time of a trial without an exchange, in milliseconds: longer than any intended wait. */
const maxIdleMs = 60_000;
/** Maximum number of items in a collection on another host that cannot be removed. */
const maxLeftovers = 25;

/** Number of items that one trial usually needs at once. */
const itemsPerTrial = 8;

const computeParallelTrials = ({ maxLive = Number.POSITIVE_INFINITY }: RunInput['limits']): number =>
  Math.max(1, Math.floor(maxLive / itemsPerTrial));

/**
 * The parents of a trial exist as long as the trial runs and do not wait for the live quota, so fewer trials may run in
 * parallel.
 */
const computeConcurrency = (collections: readonly Collection[], limits: RunInput['limits']): number =>
  collections.some(({ parents }) => parents.length > 0)
    ? Math.min(limits.concurrency, computeParallelTrials(limits))
    : limits.concurrency;

/** Creates what all trials share, before calibration. */
function createBaseContext(input: RunInput, meter: RequestMeter, runMark: string): BaseRunContext {
  const may = (permission: Permission) => permissions.indexOf(input.permit) >= permissions.indexOf(permission);
  return {
    ...input,
    meter,
    readDelays: createReadDelays(),
    decidedCollections: new Set(),
    addressing: createItemAddressing(input.isForeign ? maxLeftovers : undefined),
    cleanup: input.cleanup ?? true,
    path: input.path,
    cases: input.limits.cases,
    maxParallel: computeParallelTrials(input.limits),
    runMark,
    mayWrite: may('writes'),
    mayDelete: may('deletes'),
  };
}

/** Requests reserved for searching one list for an item without a known address. */
const searchCost = 2;
