import type { RecordedExchange } from '../../model/recorded-exchange.js';
import { levels } from '../../model/result/clause.js';
import type { Outcome } from '../../model/result/outcome.js';
import type { Operation } from '../../model/service/operation.js';
import type { TrafficExchange } from '../../model/traffic-exchange.js';
import { typicalReadLagMs } from '../../rule/http/read-back.js';
import type { Monitor, OpenMonitor, Sighting, Traffic } from '../../rule/monitor.js';
import type { NamedRule } from '../../rule/rule.js';
import { createHistory } from './history.js';
import { createMemories } from './memory.js';
import { findMonitor } from './observe-monitor.js';
import { countUsualMembers } from './usual-members.js';

/** Sightings of one operation that are kept, and operations of one rule that are reported. */
const [maxSightings, maxOperations] = [3, 50];

/** What recordings are judged with. */
export interface TrafficJudgeOptions
  extends Pick<Traffic, 'dialect' | 'declaredStatuses' | 'findBreaches' | 'resolve'> {
  readonly rules: readonly NamedRule[];
  /** The path template of an exchange, and the operation that a document describes for it. */
  describe(exchange: Pick<TrafficExchange, 'method' | 'path'>): {
    readonly template: string;
    readonly operation?: Operation;
  };
  /** An exchange as it can be shown. */
  record(exchange: TrafficExchange): RecordedExchange;
}

interface Seen {
  /** Numbers of the exchanges. */
  readonly flawed: Set<number>;
  readonly sightings: (Pick<Sighting, 'flaw'> & {
    readonly last: TrafficExchange;
    readonly shown: readonly RecordedExchange[];
    readonly places: readonly string[];
  })[];
}

interface Watch extends NamedRule {
  readonly monitor: Monitor;
  readonly opened: OpenMonitor;
  /** Number of exchanges that the promise concerns, by operation. */
  readonly concerned: Map<string, number>;
  readonly seen: Map<string, Seen>;
}

/** Opens the monitors of all rules. Exchanges are added in the order of their start. */
export function openTrafficJudge(options: TrafficJudgeOptions) {
  const { rules, describe, resolve } = options;
  const memories = createMemories();
  const history = createHistory(memories, resolve);
  const usual = countUsualMembers();
  const nameOperation = (exchange: Pick<TrafficExchange, 'method' | 'path'>) =>
    `${exchange.method} ${describe(exchange).template}`;
  const traffic: Traffic = {
    ...{ dialect: options.dialect, declaredStatuses: options.declaredStatuses, findBreaches: options.findBreaches },
    ...{ resolve, getTrack: history.getTrack, isUndisturbed: history.isUndisturbed },
    isSettled: (earlier, later, path) =>
      later.startedAt - earlier.endedAt >= typicalReadLagMs &&
      history.isUndisturbed(earlier, later, path) &&
      !history.mayBeCached(later.path, later.startedAt),
    findOperation: (exchange) => describe(exchange).operation,
  };
  const watches = openWatches(rules, memories.create);
  const addSighting = ({ seen }: Watch, { flaw, shows }: Sighting, exchange: TrafficExchange) => {
    const operation = nameOperation(exchange);
    const own = seen.get(operation) ?? { flawed: new Set(), sightings: [] };
    if (seen.size < maxOperations) seen.set(operation, own);
    own.flawed.add(exchange.n);
    if (own.sightings.length >= maxSightings) return;
    const all = shows ?? [exchange];
    own.sightings.push({ flaw, last: exchange, shown: all.map(options.record), places: all.map(({ place }) => place) });
  };
  return {
    add(exchange: TrafficExchange): void {
      const operation = nameOperation(exchange);
      if (exchange.unjudged === undefined) {
        usual.add(operation, exchange);
        const flaws = new Set<string>();
        for (const watch of watches) {
          const found = watch.opened.on(exchange, traffic);
          if (found === undefined) continue;
          watch.concerned.set(operation, (watch.concerned.get(operation) ?? 0) + 1);
          if (found === 'kept' || flaws.has(found.flaw)) continue;
          // Two rules may say the same of one response: the more important one comes first.
          flaws.add(found.flaw);
          addSighting(watch, found, exchange);
        }
      }
      history.add(exchange);
    },
    finish() {
      const whole: Traffic = { ...traffic, listUsualMembers: (exchange) => usual.list(nameOperation(exchange)) };
      for (const watch of watches) {
        for (const sighting of watch.opened.end())
          addSighting(watch, sighting, sighting.shows?.at(-1) as TrafficExchange);
        withdrawUsual(watch, whole);
      }
      const flawed = new Set(watches.flatMap(({ seen }) => [...seen.values()].flatMap((one) => [...one.flawed])));
      return { outcomes: watches.flatMap(buildOutcomes), flawed: flawed.size, forgotten: memories.countForgotten() };
    },
  };
}

function openWatches(rules: readonly NamedRule[], create: ReturnType<typeof createMemories>['create']): Watch[] {
  return [...rules]
    .sort((one, other) => levels.indexOf(one.rule.level) - levels.indexOf(other.rule.level))
    .flatMap(({ id, rule }) => {
      const monitor = findMonitor(rule);
      const opened = monitor?.open(<T>() => create<T>());
      return monitor && opened ? [{ id, rule, monitor, opened, concerned: new Map(), seen: new Map() }] : [];
    });
}

/** Only the end of a recording shows what responses usually have: what is usual is no flaw. */
function withdrawUsual({ rule: { observes, monitor }, seen }: Watch, whole: Traffic): void {
  if (observes === undefined || monitor !== undefined) return;
  for (const [operation, { sightings }] of seen) {
    const isUsual = ({ last }: Seen['sightings'][number]) =>
      observes.isAboutEffects !== true &&
      observes.isOnlyIfRepeated !== true &&
      observes.findFlaw(last, whole) === undefined;
    if (sightings.every(isUsual)) seen.delete(operation);
  }
}

/** One outcome for each operation with a flaw, otherwise one for the service. */
function buildOutcomes(watch: Watch): Outcome[] {
  const { id, rule, concerned, seen } = watch;
  const counts = { corners: 0, requests: 0, notes: [] };
  const trial = { rule: id, level: rule.level, touches: 'reads' } as const;
  const nameSubject = (name: string) => ({ kind: 'service', name, collections: [] }) as const;
  const total = [...concerned.values()].reduce((sum, one) => sum + one, 0);
  if (seen.size === 0) {
    const head = { trial: { ...trial, subject: nameSubject('service') }, cases: total, ...counts };
    return [
      total > 0
        ? { ...head, verdict: 'held' }
        : { ...head, verdict: 'not-applicable', why: 'no recorded exchange shows it' },
    ];
  }
  return [...seen].map(([operation, found]) => ({
    ...{ trial: { ...trial, subject: nameSubject(operation) }, ...counts },
    cases: Math.max(concerned.get(operation) ?? 0, found.flawed.size),
    ...describeFlaws(watch, found),
  }));
}

function describeFlaws({ rule, monitor }: Watch, { flawed, sightings }: Seen): Pick<Outcome, 'verdict' | 'recorded'> {
  const [first] = sightings;
  if (first === undefined) return { verdict: 'held' };
  const often = flawed.size === 1 ? '' : `, ${flawed.size} times`;
  const recorded = {
    summary: rule.otherwise,
    expected: monitor.expected,
    actual: `${first.flaw}${often} (${first.places.join('; ')})`,
    exchanges: monitor.isProof ? sightings.flatMap(({ shown }) => shown) : first.shown,
    reproduced: false,
  } as const;
  if (monitor.isProof) return { verdict: 'violated', recorded };
  const why = `${first.flaw}${often} (${first.places.join('; ')}); other clients may be the reason, and only an experiment proves it`;
  const doubt = { verdict: 'inconclusive', cause: 'suspected', why, recorded } as const;
  return doubt;
}
