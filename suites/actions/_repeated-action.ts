import {
  type Exchange,
  type Finding,
  getAtPointer,
  hasStatus,
  held,
  type Item,
  inconclusive,
  isEquivalent,
  type Json,
  type JudgingTools,
  type Need,
  type Tools,
  violated,
} from '#rule';
import { listLegalStates } from './_legal-states.js';
import { hasSameMembers, readRecordId } from './_read-record.js';

/** The profile says what a repeated action does, or the state after the action does not allow it again. */
export const notRepeatable: Need = {
  name: 'action that cannot be repeated',
  reason: 'the profile does not say that the action cannot be repeated',
  enable: 'resources[].actions[].repeat',
  isMet: (subject) => {
    if (subject.kind !== 'action') return false;
    const { collection, action } = subject;
    if (action.repeat !== undefined) return true;
    const legal = listLegalStates(collection, action);
    const nexts = legal.flatMap((state) => collection.states?.transitions[state]?.[action.name] ?? []);
    return nexts.length > 0 && nexts.every((next) => !legal.includes(next));
  },
};

/** An action, its repetitions, and the record before and after them, where it can be read. */
export interface RepeatedAction {
  readonly item: Item;
  readonly first: Exchange;
  readonly repeats: readonly Exchange[];
  readonly before: Exchange | undefined;
  readonly after: Exchange | undefined;
  readonly action: ReturnType<Tools['action']>;
}

/** Violated when a repetition created another record, or replaced the first one. */
export function judgeRepeatedAction(
  { item, first, repeats, before, after, action }: RepeatedAction,
  { collection }: Pick<JudgingTools, 'collection'>,
): Finding {
  const ids = [first, ...repeats].map((exchange) =>
    hasStatus(exchange, 2) ? readRecordId(exchange, item, collection) : undefined,
  );
  const index = repeats.findIndex((exchange, i) => {
    const [id, other] = [ids[0], ids[i + 1]];
    return id !== undefined && other !== undefined && id !== other && hasSameMembers(first, exchange);
  });
  const second = repeats[index];
  if (second)
    return violated({
      expected: { record: ids[0] ?? null },
      actual: { status: second.answer?.status ?? null, record: ids[index + 1] ?? null },
      shows: [first, second],
    });
  if (!before || !after || !hasStatus(before, 200)) {
    const isTold = repeats.every(
      (exchange, i) => hasStatus(exchange, 4) || (ids[0] !== undefined && ids[i + 1] === ids[0]),
    );
    return isTold ? held : inconclusive('setup', 'neither the responses nor a GET show which record exists');
  }
  if (!hasStatus(after, 200))
    return inconclusive('setup', `GET of the record returned ${after.answer?.status} at the end`);
  const watched = [collection.id.pointer, '/id', ...Object.values(action.fields ?? {})];
  const side = (look: Exchange) =>
    Object.fromEntries(watched.map((place) => [place, getAtPointer(look.answer?.json, place) ?? null]));
  const [expected, actual]: Json[] = [side(before), side(after)];
  if (isEquivalent(expected, actual)) return held;
  return violated({
    expected: expected ?? null,
    actual: actual ?? null,
    shows: [first, before, ...repeats.slice(0, 1), after],
  });
}
