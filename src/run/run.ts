import type { SentExchange } from '../http/exchange.js';
import type { RecordedExchange } from '../model/recorded-exchange.js';
import type { Cause } from '../model/result/cause.js';
import type { HarmedItem } from '../model/result/harm.js';
import type { LedgerLeftover } from '../model/result/leftover.js';
import type { Outcome } from '../model/result/outcome.js';
import type { Plan } from '../model/result/plan.js';
import type { CreationReach } from '../model/result/reach.js';
import type { Collection } from '../model/service/subject.js';
import { getRule } from '../rule/rules-by-id.js';
import { describeInstability } from './alone/unrepeated-trials.js';
import { type CalibratedService, calibrateService } from './calibrate/calibrate-service.js';
import { recordExistingItems, recordOtherLists } from './cleanup/all-lists/record-lists.js';
import { runFinalCleanup, usualSearch } from './cleanup/final-cleanup.js';
import { createListControl } from './cleanup/list-control.js';
import { openResources, type Resources } from './open-resources.js';
import { completeOutcomes } from './passive/complete-outcomes.js';
import { createRouteTable } from './passive/route-table.js';
import { listUnmetRules, splitTrials } from './passive/split-trials.js';
import { createPublication } from './publication.js';
import { describeCreations } from './reach/describe-creations.js';
import type { RunContext } from './run-context.js';
import type { RunInput } from './run-input.js';
import { computeConcurrency } from './run-limits.js';
import { createServiceModel, type ServiceModel } from './service-model.js';
import { getSubjectCollection } from './trial/case-context.js';
import { createUntriedOutcomes, tryAll } from './try-all.js';

/** Result of a run, besides the outcomes of its trials. */
export interface RunResult {
  /** Findings of the calibration about bodies and methods. */
  readonly notes: readonly string[];
  readonly leftovers: readonly LedgerLeftover[];
  /** Items of others that are gone or changed by the run, with paths under the base URL. */
  readonly harm: readonly HarmedItem[];
  readonly requests: number;
  /** Why the run ended early. */
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
 * Opens the ledger and the budget of a run. Its stages never throw because of a response; after an internal
 * error in one, the others continue with what is known. Throws the error of the file system when the ledger cannot be opened.
 */
export function openRun(input: RunInput) {
  const resources = openResources(input);
  const { stages, base } = resources;
  let known: CalibratedService | undefined;
  const setRoutes = (collections: RunInput['collections']) => {
    const find = createRouteTable(collections, input.baseUrl, resources.templates);
    Object.assign(resources.routes, { find, collections });
    resources.log.setRoutes(find, collections);
  };
  return {
    /**
     * Finds out what the service accepts, for the collections of the planned trials; returns the corrected collections.
     */
    async calibrate(planned: Plan): Promise<readonly Collection[]> {
      // Not the plan itself: it is made again after the calibration, and one of them is enough in memory.
      Object.assign(resources, { templates: listTemplates(planned), unmet: listUnmetRules(planned) });
      setRoutes(input.collections);
      known = await stages.stage(() => calibrateFor(planned, base), undefined);
      const collections = known?.model.collections ?? input.collections;
      setRoutes(collections);
      return collections;
    },
    /** Tries all trials; returns an outcome for each, in their order. */
    async tryTrials(trials: Plan['trials']): Promise<readonly Outcome[]> {
      if (known === undefined) return createUntriedOutcomes(trials, stages.errors());
      const { active, passive } = splitTrials(trials, resources.unmet, input);
      const site = { ...base, model: known.model };
      const { log, templates } = resources;
      const { publish: onOutcome, publishRest } = createPublication(trials, { ...input, log }, stages);
      const shared = { of: trials.length, stages, onBegin: input.onBegin, onOutcome };
      const { outcomes: tried, model } = await tryAll(site, {
        ...shared,
        trials: active,
        listWrites: log.listWrites,
        concurrency: computeConcurrency(site.model.collections, input.limits),
        unfinishedNoise: known.unfinished,
        idleMs: input.idleMs ?? maxIdleMs,
      });
      known = { model, unfinished: [] };
      resources.instability = describeInstability(tried);
      const options = { ...input, ...shared, templates, log };
      const outcomes = await completeOutcomes(
        tried,
        passive,
        { ...site, model, meter: site.writes.repeating },
        options,
      );
      publishRest(outcomes);
      resources.isExplained = outcomes.some(isOutageViolation(input.rules));
      return outcomes;
    },
    /** Removes what the run created and closes the ledger. */
    async finish(): Promise<RunResult> {
      const finishing = finishRun(resources, known?.model ?? base.model);
      // The results are built while the run can still be reached.
      known = undefined;
      return finishing;
    },
  };
}

/** Removes what a run created, closes its ledger, and forgets what only checks need. */
async function finishRun(resources: Resources, model: ServiceModel): Promise<RunResult> {
  const { stages, ledger, base, log } = resources;
  const context = { ...base, model };
  const before = stages.errors().length;
  await stages.stage(() => resources.meter.starts.finishChecks(), undefined);
  await stages.stage(() => context.singles.restoreAll(), undefined);
  await stages.stage(() => ledger.cleanAll(context), undefined);
  const showsNewItem = createListControl(context);
  const cleaning = { ...context, ...usualSearch, showsNewItem };
  const changes = await stages.stage(() => runFinalCleanup(cleaning), []);
  await stages.stage(() => context.writes.watch.compareAtEnd(), undefined);
  stages.notify(() => ledger.close(stages.errors().length === before));
  stages.notify(context.writes.watch.close);
  log.forgetWrites();
  const creations = stages.value(() => (context.mayWrite ? describeCreations(context) : undefined), undefined);
  return { ...summarizeRun(resources, [...model.notes, ...resources.instability, ...changes]), creations };
}

/** Summarizes a run at its end, also after an internal error. */
function summarizeRun(resources: Resources, calibration: readonly string[]): Omit<RunResult, 'creations'> {
  const { stages, ledger, creations, foreignOrigins, trouble, meter, base } = resources;
  const { watch } = base.writes;
  const listNotes = () => [
    ...calibration,
    ...watch.notes(),
    ...foreignOrigins.notes(),
    ...meter.notes(),
    ...creations.notes(),
  ];
  const isLost = stages.value(
    () => !resources.isExplained && isServiceLost((meter.end() ?? meter.starts.whyEnded())?.cause),
    false,
  );
  return {
    notes: stages.value(listNotes, []),
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
  const [suspect] = isDown ? meter.outages.listLastSuspects() : [];
  return suspect && client.getRecord(suspect as SentExchange);
}

/** A request that stops the service each time is a violation; that the service is lost then is no other result. */
const isOutageViolation =
  (rules: RunInput['rules']) =>
  ({ verdict, trial }: Outcome): boolean =>
    verdict === 'violated' && getRule(rules, trial.rule).observes?.isAboutOutages === true;

const isServiceLost = (cause: Cause | undefined): boolean => cause === 'no-answer' || cause === 'refused';

/** Calibrates the collections of the trials, and finds the state path to each action under test. */
async function calibrateFor(planned: Plan, base: RunContext): Promise<CalibratedService> {
  const listNames = (trials: Plan['trials']) =>
    new Set(trials.map(({ subject }) => getSubjectCollection(subject).name));
  const acting = listNames(planned.trials.filter(({ subject }) => subject.kind === 'action'));
  const names = listNames(planned.trials);
  const writing = planned.trials.filter(({ touches }) => touches !== 'reads');
  const others = base.mayWrite && writing.length > 0 ? await base.writes.watch.record(base.model.collections) : [];
  const collections = recordExistingItems(base, others, listNames(writing));
  if (writing.length > 0) await recordOtherLists(base, others);
  const model = createServiceModel(collections, base.document);
  const known = await calibrateService({ ...base, model }, names, acting);
  base.runLedger.recordCollections(known.model.collections);
  return known;
}

/** Default maximum time of a trial without an exchange, in milliseconds: longer than any intended wait. */
const maxIdleMs = 60_000;
