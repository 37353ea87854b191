import type { SentExchange } from '../http/exchange.js';
import type { RecordedExchange } from '../model/recorded-exchange.js';
import type { HarmedItem } from '../model/result/harm.js';
import type { LedgerLeftover } from '../model/result/leftover.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan, Trial } from '../model/result/plan.js';
import type { CreationReach } from '../model/result/reach.js';
import type { Collection } from '../model/service/subject.js';
import { getRule } from '../rule/rules-by-id.js';
import { describeInstability } from './alone/repetitions.js';
import { type CalibratedService, calibrateService } from './calibrate/calibrate-service.js';
import { cleanUp } from './cleanup/clean-up.js';
import { runFinalCleanup, usualSearch } from './cleanup/final-cleanup.js';
import { createListControl } from './cleanup/list-control.js';
import { recordExistingItems, recordOtherLists } from './cleanup/record-lists.js';
import { describeCreations } from './describe-creations.js';
import { openResources, type Resources } from './open-resources.js';
import { recordSwitches } from './others/exclusive-switches.js';
import { completeOutcomes, listUnmetRules, splitTrials } from './passive/complete-outcomes.js';
import type { ExchangeLog } from './passive/exchange-log.js';
import { findOpenQuestions, mayBeReportedElsewhere } from './passive/explain-outcomes.js';
import { createRouteTable } from './passive/route-table.js';
import type { RunContext } from './run-context.js';
import { computeConcurrency, type RunInput } from './run-input.js';
import { createServiceModel } from './service-model.js';
import type { Stages } from './stages.js';
import { getSubjectCollection } from './trial/case-context.js';
import { nameTrial } from './trial/trial-outcome.js';
import { createUntriedOutcomes, tryAll } from './try-all.js';

export interface RunResult {
  /** Findings of the calibration about bodies and methods. */
  readonly notes: readonly string[];
  readonly leftovers: readonly LedgerLeftover[];
  /** Items of others that are gone or changed by the run, with paths under the base URL. */
  readonly harm: readonly HarmedItem[];
  readonly requests: number;
  readonly endedEarly: string | undefined;
  /** Whether the run ended because the service stopped answering or returned no usable answers. */
  readonly isLost: boolean;
  /** The request that was under way when the service stopped for good, the likeliest of several. */
  readonly suspect?: RecordedExchange | undefined;
  /** Traces of errors of the kit outside of a single trial. */
  readonly kitErrors: readonly string[];
  /** What creating items led to; absent where the run may not write. */
  readonly creations?: readonly CreationReach[] | undefined;
  /** Why a file of the run could not be written. */
  readonly trouble: string | undefined;
}

/**
 * A run on one service. Its stages never throw because of a response; after an internal error in one, the others continue with what is
 * known.
 */
class Run {
  readonly #resources: Resources;
  /** What is known of the service since the calibration. */
  #known: CalibratedService | undefined;
  #templates: readonly string[] = [];
  /** Rules of the plan that met nothing. */
  #unmet: readonly string[] = [];
  #instability: readonly string[] = [];
  /** Whether a violation explains why the service stopped. */
  #isExplained = false;

  constructor(private readonly input: RunInput) {
    this.#resources = openResources(input);
  }

  /** Finds out what the service accepts, for the collections of the planned trials; returns the corrected collections. */
  async calibrate(planned: Plan): Promise<readonly Collection[]> {
    const { stages, base } = this.#resources;
    // Not the plan itself: it is made again after the calibration, and one of them is enough in memory.
    this.#templates = listTemplates(planned);
    this.#unmet = listUnmetRules(planned);
    this.#setRoutes(this.input.collections, 'preliminary');
    this.#known = await stages.stage(() => calibrateFor(planned, base), undefined);
    const collections = this.#known?.model.collections ?? this.input.collections;
    this.#setRoutes(collections, 'final');
    return collections;
  }

  /** Tries all trials; returns an outcome for each, in their order. */
  async tryTrials(trials: Plan['trials']): Promise<readonly Outcome[]> {
    const { input } = this;
    const { stages, base, log, meter } = this.#resources;
    if (this.#known === undefined) return createUntriedOutcomes(trials, stages.errors());
    const { model, unfinished } = this.#known;
    const { active, passive } = splitTrials(trials, this.#unmet, input);
    const { publish: onOutcome, publishRest } = createPublication(trials, { ...input, log }, stages);
    const shared = { of: trials.length, stages, onBegin: input.onBegin, onOutcome };
    meter.keep(passive.length > 0 ? shareAfterTrials : 0);
    const tried = await tryAll(
      { ...base, model },
      {
        ...shared,
        trials: active,
        concurrency: computeConcurrency(model.collections, input.limits),
        unfinishedNoise: unfinished,
        idleMs: input.idleMs ?? maxIdleMs,
      },
    );
    meter.keep(0);
    this.#known = { model: tried.model, unfinished: [] };
    this.#instability = describeInstability(tried.outcomes);
    const site = { ...base, model: tried.model, meter: base.writes.repeating };
    const options = { ...input, ...shared, templates: this.#templates, log };
    const outcomes = await completeOutcomes(tried.outcomes, passive, site, options);
    publishRest(outcomes);
    this.#isExplained = outcomes.some(isOutageViolation(input.rules));
    return outcomes;
  }

  /** Removes what the run created, closes its ledger, and forgets what only checks need. */
  async finish(): Promise<RunResult> {
    const { stages, ledger, base, log, meter } = this.#resources;
    const model = this.#known?.model ?? base.model;
    // The results are built while the run can still be reached.
    this.#known = undefined;
    const context = { ...base, model };
    const before = stages.errors().length;
    await stages.stage(() => meter.starts.finishChecks(), undefined);
    await stages.stage(() => context.singles.restoreAll(), undefined);
    await stages.stage(() => cleanUp(ledger.openScope(ledger.listOpen()), context), undefined);
    const cleaning = { ...context, ...usualSearch, showsNewItem: createListControl(context) };
    const changes = await stages.stage(() => runFinalCleanup(cleaning), []);
    await stages.stage(() => context.writes.watch.compare(undefined, { isLast: true }), undefined);
    stages.notify(() => ledger.close(stages.errors().length === before));
    stages.notify(() => context.writes.watch.close());
    log.forgetWrites();
    const creations = stages.value(() => (context.mayWrite ? describeCreations(context) : undefined), undefined);
    return { ...this.#summarize([...model.notes, ...this.#instability, ...changes]), creations };
  }

  /** Summarizes the run at its end, also after an internal error. */
  #summarize(findings: readonly string[]): Omit<RunResult, 'creations'> {
    const { stages, ledger, creations, foreignOrigins, trouble, meter, base } = this.#resources;
    const { watch } = base.writes;
    const sources = [watch, foreignOrigins, meter, creations];
    const ended = stages.value(() => (meter.end() ?? meter.starts.whyEnded())?.cause, undefined);
    const isLost = !this.#isExplained && (ended === 'no-answer' || ended === 'refused');
    return {
      notes: stages.value(() => [...findings, ...sources.flatMap((one) => one.notes())], []),
      leftovers: stages.value(ledger.leftovers, []),
      harm: watch.listHarm(),
      requests: meter.spent(),
      endedEarly: stages.value(() => meter.describeEnd() ?? meter.describeDenied(), 'internal error'),
      isLost,
      suspect: isLost ? stages.value(() => findSuspect(base), undefined) : undefined,
      kitErrors: stages.errors(),
      trouble: trouble(),
    };
  }

  #setRoutes(collections: readonly Collection[], are: 'preliminary' | 'final'): void {
    const { routes, log } = this.#resources;
    routes.find = createRouteTable(collections, this.input.baseUrl, this.#templates);
    routes.collections = collections;
    log.setRoutes(routes.find, collections, are);
  }
}

/** Opens the ledger and the budget of a run. Throws the error of the file system when the ledger cannot be opened. */
export const openRun = (input: RunInput): Run => new Run(input);

/** The path templates of addresses and operations under test. */
const listTemplates = ({ trials }: Plan): string[] => [
  ...new Set(
    trials.flatMap(({ subject }) => {
      if (subject.kind === 'resource') return [subject.name];
      return subject.kind === 'operation' ? [subject.resource.name] : [];
    }),
  ),
];

/** The request that was probably the reason why the service stopped, if it did. */
function findSuspect({ meter, client }: RunContext): RecordedExchange | undefined {
  const isDown = meter.outages.describeOutage() !== undefined || meter.starts.whyEnded() !== undefined;
  const [suspect] = isDown ? meter.outages.listLastSuspects() : [meter.findHung()];
  return suspect && client.getRecord(suspect as SentExchange);
}

/** A request that stops the service each time is a violation; that the service is lost then is no other result. */
const isOutageViolation =
  (rules: RunInput['rules']) =>
  ({ verdict, trial }: Outcome): boolean =>
    verdict === 'violated' && getRule(rules, trial.rule).observes?.isAboutOutages === true;

/** Calibrates the collections of the trials, and finds the state path to each action under test. */
async function calibrateFor(planned: Plan, base: RunContext): Promise<CalibratedService> {
  const listNames = (trials: Plan['trials']) =>
    new Set(trials.map(({ subject }) => getSubjectCollection(subject).name));
  const acting = listNames(planned.trials.filter(({ subject }) => subject.kind === 'action'));
  const names = listNames(planned.trials);
  const writing = planned.trials.filter(({ touches }) => touches !== 'reads');
  const others = base.mayWrite && writing.length > 0 ? await base.writes.watch.record(base.model.collections) : [];
  const existing = recordExistingItems(base, others, listNames(writing));
  const { collections, notes } = recordSwitches(existing, others, base.document);
  if (writing.length > 0) await recordOtherLists(base, others);
  const model = { ...createServiceModel(collections, base.document), notes };
  const known = await calibrateService({ ...base, model }, names, acting);
  base.runLedger.recordCollections(known.model.collections);
  return known;
}

/** Default maximum time of a trial without an exchange, in milliseconds: longer than any intended wait. */
const maxIdleMs = 60_000;

/**
 * Share of the limits that no trial uses: what passive rules saw is repeated after the trials, and refusals get the control that they
 * lack.
 */
const shareAfterTrials = 0.05;

export interface PublicationOptions extends Pick<RunInput, 'rules' | 'onOutcome'> {
  readonly log: Pick<ExchangeLog, 'listUncontrolled'>;
}

/** Hands each outcome to the caller once, as it will be in the report: none that a later step of the run may change. */
export function createPublication(
  trials: readonly Trial[],
  { rules, log, onOutcome }: PublicationOptions,
  { notify }: Pick<Stages, 'notify'>,
) {
  const published = new Set<Trial>();
  // What a passive rule finds has the names of requests, and its trial that of the service.
  const nameCheck = (trial: Trial) => (getRule(rules, trial.rule).isPassive ? trial.rule : nameTrial(trial));
  const left = new Set(trials.map(nameCheck));
  const emit = (outcome: Outcome) => {
    if (published.has(outcome.trial)) return;
    published.add(outcome.trial);
    left.delete(nameCheck(outcome.trial));
    notify(() => onOutcome?.(outcome, trials.length - left.size, trials.length));
  };
  return {
    /** Publishes an outcome now, unless completing the outcomes of the run may change it. */
    publish(outcome: Outcome): void {
      const { isAboutFailures, hasAdvice } = findOpenQuestions(outcome);
      const lacksControl = outcome.verdict === 'held' && log.listUncontrolled(outcome.trial).length > 0;
      const mayChange = lacksControl || isAboutFailures || hasAdvice || mayBeReportedElsewhere(outcome, rules);
      if (!mayChange) emit(outcome);
    },
    /** Publishes those of the whole run that were not published yet. */
    publishRest: (outcomes: readonly Outcome[]) => outcomes.forEach(emit),
  };
}
