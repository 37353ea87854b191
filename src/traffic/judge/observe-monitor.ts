import { isEquivalent } from '../../model/difference.js';
import { getMember, isObject, readJson } from '../../model/json.js';
import type { Effect } from '../../model/observed-exchange.js';
import type { TrafficExchange } from '../../model/traffic-exchange.js';
import { defineMonitor, type Monitor, type Sighting, type Traffic } from '../../rule/monitor.js';
import { checkExchange, type PassiveCheck } from '../../rule/passive-check.js';
import type { Rule } from '../../rule/rule.js';

/** Least number of times that a request must have failed, without a success. */
const minFailures = 3;

/**
 * The monitor of a rule: its own, or the judgement that it has over the exchanges of a run; undefined where recorded traffic shows nothing
 * of it.
 */
export function findMonitor({ monitor, observes, family }: Rule): Monitor | undefined {
  if (monitor !== undefined || observes === undefined) return monitor;
  // What happens to other items, and what stops a service, only repetitions show.
  if (observes.isAboutOthers || observes.isAboutOutages) return undefined;
  if (observes.isAboutEffects) return observeEffects(observes);
  if (observes.isOnlyIfRepeated) return observeRepetitions(observes);
  return defineMonitor({
    expected: observes.expected,
    ...(family !== 'convention' && { isProof: true as const }),
    on(exchange, traffic) {
      if (!exchange.hasFields || (observes.readsContent && !exchange.hasText)) return undefined;
      const flaw = checkExchange(observes, observes.readsContent ? omitCoding(exchange) : exchange, traffic);
      return flaw === null ? undefined : flaw === undefined ? 'kept' : { flaw };
    },
  });
}

/** An exchange with its content as it was recorded: decoded. */
function omitCoding(exchange: TrafficExchange): TrafficExchange {
  const { answer } = exchange;
  if (answer?.headers['content-encoding'] === undefined) return exchange;
  const { 'content-encoding': _, ...headers } = answer.headers;
  return { ...exchange, answer: { status: answer.status, headers, text: answer.text, json: answer.json } };
}

interface Failures {
  readonly failed: readonly TrafficExchange[];
  readonly flaw: string;
  readonly isDone: boolean;
}

/** A request that failed each time it was recorded, and never succeeded. */
const observeRepetitions = (check: PassiveCheck): Monitor =>
  defineMonitor({
    expected: check.expected,
    state: (create) => create<Failures>(),
    on(exchange, traffic, failures) {
      const { method, path, content = '', hasContent } = exchange;
      const flaw = hasContent ? checkExchange(check, exchange, traffic) : null;
      if (flaw === null) return undefined;
      const key = `${method} ${path} ${content.slice(0, 2_000)}`;
      const known = failures.get(key);
      if (flaw === undefined) {
        if (known !== undefined) failures.set(key, { ...known, isDone: true });
        return 'kept';
      }
      const failed = [...(known?.failed ?? []), exchange];
      failures.set(key, { failed: failed.slice(0, minFailures), flaw, isDone: known?.isDone === true });
      return 'kept';
    },
    end: (failures) =>
      [...failures.values()].flatMap(({ failed, flaw, isDone }): Sighting[] =>
        isDone || failed.length < minFailures ? [] : [{ flaw: `${flaw} each time it was recorded`, shows: failed }],
      ),
  });

/** A refused write between two reads of its item, the second of which shows what it sent. */
const observeEffects = (check: PassiveCheck): Monitor =>
  defineMonitor({
    expected: check.expected,
    on(exchange, traffic) {
      const { write, before } = traffic.getTrack(exchange.path);
      if (exchange.method !== 'GET' || exchange.answer?.status !== 200 || !write || !before) return undefined;
      const effect = findEffect(before, write, exchange, traffic);
      if (effect === null) return undefined;
      const flaw = checkExchange(check, effect === undefined ? write : { ...write, effect }, traffic);
      return flaw === null ? undefined : flaw === undefined ? 'kept' : { flaw, shows: [before, write, exchange] };
    },
  });

/** The members that now have the value which the refused request sent; null where other requests may have changed them. */
function findEffect(
  before: TrafficExchange,
  write: TrafficExchange,
  after: TrafficExchange,
  traffic: Traffic,
): Effect | undefined | null {
  const isRefused = write.answer !== undefined && write.answer.status >= 400 && write.answer.status < 500;
  const isNext = traffic.isUndisturbed(write, after, after.path) && before.endedAt <= write.startedAt && before.isAlone;
  const [sent, was, is] = [readJson(write.content), before.answer?.json, after.answer?.json];
  if (!isRefused || !isNext || !isObject(sent) || !isObject(was) || !isObject(is)) return null;
  const names = Object.keys(sent).filter(
    (name) => !isEquivalent(getMember(was, name), sent[name]) && isEquivalent(getMember(is, name), sent[name]),
  );
  const pick = (from: typeof was) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]));
  return names.length === 0 ? undefined : { kind: 'changed', before: pick(was), after: pick(is) };
}
