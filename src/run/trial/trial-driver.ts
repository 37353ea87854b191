import { createHash } from 'node:crypto';
import type { SentExchange, SentRawExchange } from '../../http/exchange.js';
import { clock, pause } from '../../model/clock.js';
import type { Json } from '../../model/json.js';
import type { Counterexample } from '../../model/result/outcome.js';
import type { Trial } from '../../model/result/plan.js';
import type { Collection, ResourceSubject } from '../../model/service/subject.js';
import { getResource } from '../../model/service/subject-collections.js';
import type { Grounds } from '../../rule/finding.js';
import type { Rule } from '../../rule/rule.js';
import { getRule } from '../../rule/rules-by-id.js';
import type { Bodies } from '../../rule/values/bodies.js';
import type { NoiseLearning } from '../calibrate/noise/noise-learning.js';
import { type CollectionState, countAccepted } from '../items/collection-state.js';
import type { RunContext } from '../run-context.js';
import { besideOthers } from '../schedule/claim.js';
import type { CaseKind } from '../schedule/trial-place.js';
import { createBodies, createSubjectBodies } from './case-bodies.js';
import { getSubjectCollection } from './case-context.js';
import { CaseSource, CasesAhead, type DrawSettings } from './case-source.js';
import type { TriedCase } from './experiment.js';
import { type GivenCase, runCase, type TrialScopes } from './run-case.js';
import type { CasePace } from './shared-state.js';
import type { CaseAnswer, CaseRun, Drawn, Observation, TrialActions } from './trial-actions.js';
import type { TrialOutcome } from './trial-outcome.js';
import { maxTransientUndecided, type TrialDecision, type TrialSettings, tryCases } from './trial-steps.js';

/** The number of cases that rules declare refers to a run with this many. */
const defaultCases = 10;

export type DriverOptions = TrialScopes & { readonly noise: Pick<NoiseLearning, 'relearn'> };

type CaseClients = GivenCase['clients'];

/** Performs what one trial does, and counts its requests. */
export class TrialDriver implements TrialActions {
  readonly #collection: Collection;
  readonly #draw: DrawSettings;
  #source: CaseSource | undefined;
  #ahead: CasesAhead | undefined;
  /** Requests of cases that are over, the clients of those under way, and the numbers of unanswered requests. */
  #spent = 0;
  readonly #state: CollectionState;
  /** The creations of the collection that should have created nothing, and those of them whose item has no address, before the trial. */
  readonly #before: { readonly accepted: number; readonly lost: number };
  readonly #underWay = new Set<CaseClients>();
  readonly #unanswered = new Set<number>();

  constructor(
    private readonly trial: Trial,
    private site: RunContext,
    private readonly options: DriverOptions,
  ) {
    const rule = getRule(site.rules, trial);
    this.#collection = getSubjectCollection(trial.subject);
    this.#state = site.addressing.of(this.#collection.name);
    this.#before = { accepted: countAccepted(this.#state), lost: this.#state.lostFaults };
    const bodies = createTrialBodies(trial, site);
    this.#draw = {
      createGenerator: () => rule.given(bodies),
      cases: computeCases(rule, site.cases),
      maxSkipsPerRun: maxTransientUndecided,
      rewritten: this.#collection.unique,
      // The same in each run: 32 bits of a hash.
      seed: createHash('sha256').update(`${site.seed} ${trial.rule} ${trial.subject.name}`).digest().readInt32BE(0),
    };
  }

  /** Runs the trial to its outcome. Rejects with an internal error. */
  async decide(unrepeated: TrialSettings['unrepeated']): Promise<TrialOutcome> {
    const { trial, site } = this;
    try {
      const { found, isHasty: _, ...decided } = await tryCases({ path: site.path, unrepeated }, this);
      const counterexample = found && buildCounterexample(site, trial, found, this.#draw.seed);
      return { trial, ...decided, requests: this.#countRequests(), ...(counterexample && { counterexample }) };
    } finally {
      await this.#ahead?.close();
    }
  }

  async begin(pace: CasePace, path?: string): Promise<void> {
    const { place } = this.options;
    const settings = { ...this.#draw, path };
    await this.#ahead?.close();
    this.#source = new CaseSource(settings);
    this.#ahead = new CasesAhead(place, pace, settings, (value) => this.run(value, pace));
    if (place.isEager) this.#ahead.open('usual');
    else if (this.site.shared.isDecided(this.#collection)) this.#ahead.open('tentative');
  }

  async draw(said?: CaseAnswer, ahead?: CaseKind | 'none'): Promise<Drawn> {
    if (ahead === 'none') await this.#ahead?.close();
    else if (ahead !== undefined) this.#ahead?.open(ahead);
    return (await this.#source?.next(said)) ?? { found: undefined };
  }

  run(value: unknown, pace: CasePace, { index, isAlone = false }: CaseRun = {}): Promise<TriedCase> {
    const begun = index === undefined ? undefined : this.#ahead?.take(index, value);
    return begun ?? this.#runCase(value, pace, isAlone);
  }

  pause(ms: number): Promise<void> {
    return pause(ms);
  }

  async relearn(): Promise<boolean> {
    const { holder, noise } = this.options;
    const model = await holder.within(besideOthers, () => noise.relearn(this.#collection.name, this.site.model));
    // The cases that follow are judged with what was learned; those before were not.
    if (model) this.site = { ...this.site, model };
    return model !== undefined;
  }

  slowDown(): void {
    this.site.shared.slowDown(this.#collection);
  }

  #isLeaving(): boolean {
    const { full, lostFaults } = this.#state;
    const { accepted, lost } = this.#before;
    return lostFaults > lost || (full !== undefined && countAccepted(this.#state) > accepted);
  }

  observe(): Observation {
    const { shared, meter } = this.site;
    return {
      requests: this.#countRequests(),
      stops: meter.outages.countAmong(this.#unanswered),
      hasWorked: shared.isDecided(this.#collection),
      isCalm: shared.isSlowed(this.#collection),
      isTimed: shared.getReadDelay(this.#collection, 'usual').itemMs > 0,
      isLeaving: this.#isLeaving(),
      now: clock.now(),
    };
  }

  #countRequests(): number {
    let count = this.#spent;
    for (const clients of this.#underWay) for (const { seen } of clients) count += seen.length;
    return count;
  }

  #runCase(value: unknown, pace: CasePace, isAlone: boolean): Promise<TriedCase> {
    const { trial, site } = this;
    const clients: CaseClients = [];
    this.#underWay.add(clients);
    const end = () => {
      this.#underWay.delete(clients);
      for (const { seen } of clients) {
        this.#spent += seen.length;
        for (const { n, answer } of seen) if (answer === undefined) this.#unanswered.add(n);
      }
    };
    return runCase({ trial, site, value, pace, isAlone, clients }, this.options).finally(end);
  }
}

/** Scales the number of cases of rules that need fewer inputs. */
const computeCases = (rule: Rule, cases: number): number =>
  Math.max(1, Math.ceil((cases * (rule.cases ?? defaultCases)) / defaultCases));

/** The bodies of an address are generated for each trial. */
function createTrialBodies({ subject }: Trial, site: RunContext): Bodies {
  const collection = getSubjectCollection(subject);
  const address = getResource(subject);
  const known = address
    ? createBodies(addSingleWrites(collection, address), site.document)
    : site.model.bodies.get(collection.name);
  if (!known) throw new Error(`no request body could be generated for ${subject.name}`);
  return createSubjectBodies(subject, known, site.document);
}

/** The bodies of a single resource are those of its POST and its PUT. */
const addSingleWrites = (collection: Collection, { single }: ResourceSubject): Collection => ({
  ...collection,
  ...(single?.create && { create: single.create }),
  ...(single?.replace && { replace: single.replace }),
});

function buildCounterexample(
  { rules, client }: RunContext,
  trial: Trial,
  { value, path, tried: { finding, seen } }: NonNullable<TrialDecision['found']>,
  seed: number,
): Counterexample | undefined {
  if (finding.verdict !== 'violated') return undefined;
  const { grounds } = finding;
  const shown = selectExchanges(grounds, seen);
  const hide = <T extends Json>(json: T): T => client.redactJson(json, seen);
  return {
    summary: hide(grounds.summary ?? getRule(rules, trial).otherwise),
    expected: hide(grounds.expected),
    actual: hide(grounds.actual),
    case: hide(JSON.parse(JSON.stringify(value ?? null))),
    exchanges: shown.map((exchange) => client.getRecord(exchange)),
    controls: seen.filter((exchange) => !shown.includes(exchange)).map(({ n }) => n),
    ...{ seed, path, seenAgain: '2 of 2' },
  };
}

function selectExchanges({ shows }: Grounds, seen: readonly (SentExchange | SentRawExchange)[]) {
  if (shows === undefined) return seen.filter(({ role }) => role !== 'control');
  const numbers = new Set(shows.map(({ n }) => n));
  return seen.filter(({ n }) => numbers.has(n));
}
