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
import { createStages, type Stages } from './stages.js';
import { createItemAddressing } from './tools/item-addressing.js';
import { getSubjectCollection } from './trial/case-context.js';
import { createErroredOutcome, tryAll } from './try-all.js';

/** What a run needs to know and may spend. */
export interface RunInput {
  /** What will be tried of these collections, and what will not. */
  readonly plan: (collections: readonly Collection[]) => Plan;
  /** The rules that are planned. */
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
  /** Path of one case, to go straight to it; for a plan of one trial. */
  readonly path?: string | undefined;
  /** Whether what was made is removed; true when absent. */
  readonly cleanup?: boolean | undefined;
  readonly ledgerFile?: string | undefined;
  /** What the first line of the ledger says of who began the run. */
  readonly ledgerOrigin?: LedgerOrigin | undefined;
  /** What is sent after DELETE, by the name of the collection. */
  readonly purges?: Purges | undefined;
  readonly signal?: AbortSignal | undefined;
  /** When the seconds began, by `clock.now()`; now when absent. */
  readonly begunAt?: number | undefined;
  /** Whether the target is another machine, where little may stay. */
  readonly isForeign?: boolean | undefined;
  /** Why nothing more may be made, though nobody interrupted the run: what it writes down cannot be written. */
  readonly trouble?: (() => string | undefined) | undefined;
  /** How long a trial may go on without an exchange, in milliseconds. */
  readonly idleMs?: number | undefined;
  readonly onBegin?: ((trial: Trial, of: number) => void) | undefined;
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
  readonly leftovers: readonly LedgerLeftover[];
  readonly requests: number;
  /** Why it ended before its time. */
  readonly endedEarly: string | undefined;
  /** Whether that was because the service was lost, or gave no usable answers any more. */
  readonly isLost: boolean;
  /** Traces of failures of the kit itself outside of any one trial. */
  readonly kitErrors: readonly string[];
  /** Why what a run writes down could not be written. */
  readonly trouble: string | undefined;
}

/**
 * Finds out what the service takes, runs all trials, and removes what each of them made. Never throws for what a service
 * does, and where the kit itself fails, what was observed before and elsewhere stands. Throws the file system's error.
 */
export async function run(input: RunInput): Promise<RunResult> {
  const runMark = randomBytes(4).toString('hex');
  const isTelling = (path: string) => input.client.redact(path) !== path;
  const stock = limitCreations(
    openLedger(input.ledgerFile, { ...input, ...input.ledgerOrigin, runMark, isTelling }),
    input.limits,
  );
  const book = { ...recordAllScopes(stock.book), room: stock.room };
  const stages = createStages(input.client.redact);
  const elsewhere = createForeignOriginWatcher(input.baseUrl);
  const trouble = () => input.trouble?.() ?? book.trouble();
  const meter = createRequestMeter(input.client, {
    ...input.limits,
    begunAt: input.begunAt,
    signal: input.signal,
    countOwed: book.countStanding,
    owedToFind: () => book.unsearched() * searchCost,
    onExchange: elsewhere.record,
    trouble,
  });
  const ground = createBaseContext(input, meter, runMark);
  const known = await stages.stage(() => prepareRun(input, ground, book), undefined);
  const tried = known === undefined ? buildUntriedOutcomes(input, stages) : await tryTrials(input, known, book, stages);
  const before = stages.errors().length;
  await stages.stage(() => book.cleanAll(known?.site ?? ground), undefined);
  await stages.stage(() => runFinalCleanup(known?.site ?? ground, book), undefined);
  stages.notify(() => book.close(stages.errors().length === before));
  const notes = () => [...(known?.notes ?? []), ...elsewhere.notes(), ...meter.notes(), ...stock.notes()];
  return {
    ...tried,
    collections: known?.site.collections ?? input.collections,
    notes: stages.value(notes, []),
    leftovers: stages.value(book.leftovers, []),
    requests: meter.spent(),
    endedEarly: stages.value(() => meter.describeEnd() ?? meter.describeDenied(), 'the kit itself failed'),
    isLost: stages.value(() => isServiceLost(meter.end()?.cause), false),
    kitErrors: stages.errors(),
    trouble: trouble(),
  };
}

const isServiceLost = (cause: Cause | undefined): boolean => cause === 'no-answer' || cause === 'refused';

type PreparedRun = PreparedContext & Plan;

/** Makes the site ready, and plans for it as it is known then. */
async function prepareRun(input: RunInput, ground: BaseRunContext, book: RecordingLedger): Promise<PreparedRun> {
  const { trials: foreseen } = input.plan(input.collections);
  const namesOf = (some: typeof foreseen) => new Set(some.map(({ subject }) => getSubjectCollection(subject).name));
  const acting = namesOf(foreseen.filter(({ subject }) => subject.kind === 'action'));
  const prepared = await prepareContext(ground, book, namesOf(foreseen), acting);
  book.recordCollections(prepared.site.collections);
  return { ...prepared, ...input.plan(prepared.site.collections) };
}

type RunOutcomes = Pick<RunResult, 'outcomes' | 'exclusions'>;

async function tryTrials(
  input: RunInput,
  { site, trials, exclusions }: PreparedRun,
  book: RecordingLedger,
  stages: Stages,
) {
  const { onBegin, onOutcome, limits, idleMs = maxIdleMs } = input;
  const outcomes = await tryAll(site, {
    trials,
    book,
    concurrency: computeConcurrency(site.collections, limits),
    stages,
    idleMs,
    onBegin,
    onOutcome,
  });
  return { outcomes, exclusions } satisfies RunOutcomes;
}

/** What there is to say of trials that could not even be begun. */
function buildUntriedOutcomes({ plan, collections }: RunInput, stages: Stages): RunOutcomes {
  const [why = 'it was never tried'] = stages.errors();
  let planned: Plan = { trials: [], exclusions: [] };
  stages.notify(() => {
    planned = plan(collections);
  });
  return { outcomes: planned.trials.map((trial) => createErroredOutcome(trial, why)), exclusions: planned.exclusions };
}

/** So long may a trial go on without an exchange, in milliseconds: longer than any wait that a rule or the kit knows. */
const maxIdleMs = 60_000;
/** Things of a collection that may stay on somebody else's host because they cannot be removed. */
const maxLeftovers = 25;

/** Things that are made side by side need room, or they get in each other's way. */
const itemsPerTrial = 8;

const computeParallelTrials = ({ maxLive = Number.POSITIVE_INFINITY }: RunInput['limits']): number =>
  Math.max(1, Math.floor(maxLive / itemsPerTrial));

/** What lies under a trial stands as long as the trial goes on, and waits for nobody. */
const computeConcurrency = (collections: readonly Collection[], limits: RunInput['limits']): number =>
  collections.some(({ parents }) => parents.length > 0)
    ? Math.min(limits.concurrency, computeParallelTrials(limits))
    : limits.concurrency;

/** What all trials of a run share, before anything was learned. */
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

/** Requests that are put by to search one list for what has no known address: a page, and one more. */
const searchCost = 2;
