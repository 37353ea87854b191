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
import type { TrialOutcome } from '../alone/trial-outcome.js';
import type { NoiseLearning } from '../calibrate/noise/noise-learning.js';
import { type CollectionState, countAccepted } from '../items/collection-state.js';
import type { CasePace } from '../read-delay.js';
import type { RunContext } from '../run-context.js';
import { besideOthers } from '../schedule/claim.js';
import { createBodies, createSubjectBodies } from './case-bodies.js';
import { getSubjectCollection } from './case-context.js';
import { CaseSource, CasesAhead, type DrawSettings } from './case-source.js';
import type { TriedCase } from './experiment.js';
import { type GivenCase, runCase, type TrialScopes } from './run-case.js';
import type { Observation, TrialCommand } from './trial-command.js';
import { maxTransientUndecided, type TrialDecision, type TrialSettings, tryCases } from './trial-steps.js';

/** The number of cases that rules declare refers to a run with this many. */
const defaultCases = 10;

/** What the driver of a trial is given; `noise` learns the noise of a collection again. */
export type DriverOptions = TrialScopes & { readonly noise: Pick<NoiseLearning, 'relearn'> };

type CaseClients = GivenCase['clients'];

/** Performs the commands of one trial, and counts its requests. */
export class TrialDriver {
  readonly #collection: Collection;
  readonly #draw: DrawSettings;
  #source: CaseSource | undefined;
  #ahead: CasesAhead | undefined;
  /** Requests of cases that are over, the clients of those under way, and the numbers of unanswered requests. */
  #spent = 0;
  readonly #state: CollectionState;
  readonly #acceptedBefore: number;
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
    this.#acceptedBefore = countAccepted(this.#state);
    const bodies = createTrialBodies(trial, site);
    this.#draw = {
      createGenerator: () => rule.given(bodies),
      cases: computeCases(rule, site.cases),
      maxSkipsPerRun: maxTransientUndecided,
      // The same in each run: 32 bits of a hash.
      seed: createHash('sha256').update(`${site.seed} ${trial.rule} ${trial.subject.name}`).digest().readInt32BE(0),
    };
  }

  /** Runs the trial to its outcome. Rejects with an internal error. */
  async run(unrepeated: TrialSettings['unrepeated']): Promise<TrialOutcome> {
    const { trial, site } = this;
    const steps = tryCases({ path: site.path, unrepeated });
    try {
      let step = steps.next();
      while (!step.done) {
        let result: Awaited<ReturnType<TrialDriver['perform']>>;
        try {
          result = await this.perform(step.value);
        } catch (error) {
          step = steps.throw(error);
          continue;
        }
        step = steps.next(this.#observe(result));
      }
      const { found, isHasty: _, ...decided } = step.value;
      const counterexample = found && buildCounterexample(site, trial, found, this.#draw.seed);
      return { trial, ...decided, requests: this.#countRequests(), ...(counterexample && { counterexample }) };
    } finally {
      await this.#ahead?.close();
    }
  }

  private async perform(
    command: TrialCommand,
  ): Promise<Pick<Observation, 'drawn' | 'tried' | 'hasLearned'> | undefined> {
    const { site, options } = this;
    switch (command.do) {
      case 'begin': {
        const settings = { ...this.#draw, path: command.path };
        await this.#ahead?.close();
        this.#source = new CaseSource(settings);
        this.#ahead = new CasesAhead(options.place, command.pace, settings, (value, pace) =>
          this.#runCase(value, pace),
        );
        if (options.place.isEager) this.#ahead.open('usual');
        else if (this.#hasWorked()) this.#ahead.open('tentative');
        return undefined;
      }
      case 'draw': {
        if (command.ahead === 'none') await this.#ahead?.close();
        else if (command.ahead !== undefined) this.#ahead?.open(command.ahead);
        const drawn = await this.#source?.next(command.said);
        return drawn && { drawn };
      }
      case 'run': {
        const { value, pace, index, isAlone } = command;
        const taken = index === undefined ? undefined : this.#ahead?.take(index, value);
        return { tried: await (taken ?? this.#runCase(value, pace, isAlone)) };
      }
      case 'pause':
        await pause(command.ms);
        return undefined;
      case 'relearn': {
        const model = await options.holder.within(besideOthers, () =>
          options.noise.relearn(this.#collection.name, site.model),
        );
        // The cases that follow are judged with what was learned; those before were not.
        if (model) this.site = { ...site, model };
        return { hasLearned: model !== undefined };
      }
      case 'slow down':
        site.shared.slowDown(this.#collection);
        return undefined;
    }
  }

  #observe(result: Pick<Observation, 'drawn' | 'tried' | 'hasLearned'> = {}): Observation {
    const { shared, meter } = this.site;
    return {
      ...result,
      requests: this.#countRequests(),
      stops: meter.outages.countAmong(this.#unanswered),
      hasWorked: this.#hasWorked(),
      isCalm: shared.isSlowed(this.#collection),
      isTimed: shared.getReadDelay(this.#collection, 'usual').itemMs > 0,
      isLeaving: this.#state.full !== undefined && countAccepted(this.#state) > this.#acceptedBefore,
      now: clock.now(),
    };
  }

  #hasWorked(): boolean {
    return this.site.shared.isDecided(this.#collection);
  }

  #countRequests(): number {
    let count = this.#spent;
    for (const clients of this.#underWay) for (const { seen } of clients) count += seen.length;
    return count;
  }

  #runCase(value: unknown, pace: CasePace, isAlone = false): Promise<TriedCase> {
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
