import {
  type Action,
  type Collection,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  type JudgingTools,
  needs,
  violated,
} from '#rule';
import { pickSides } from '../../_shared/findings.js';
import type { StateModel } from '../../_shared/states.js';

/** What the state model says about an action in a state. */
export type Legality = 'legal' | 'forbidden' | 'unknown';

/** Whether an action is legal in a state; forbidden only if the model names it elsewhere and lists this state. */
export function decideLegality({ states }: Collection, { name, from }: Action, state: string | undefined): Legality {
  if (!states || state === undefined) return 'unknown';
  const { transitions, terminal } = states;
  const ways = transitions[state] ?? {};
  if (ways[name] !== undefined || from?.includes(state)) return 'legal';
  const isNamed = from !== undefined || Object.values(transitions).some((next) => next[name] !== undefined);
  const isTold = terminal.includes(state) || Object.keys(ways).length > 0;
  return isNamed && isTold ? 'forbidden' : 'unknown';
}

export function listStates({ initial, transitions, terminal }: StateModel): string[] {
  const nexts = Object.values(transitions).flatMap((next) => Object.values(next));
  return [
    ...new Set([...(initial === undefined ? [] : [initial]), ...Object.keys(transitions), ...nexts, ...terminal]),
  ];
}

type Dialect = JudgingTools['dialect'];

/** Whether a response refuses a conflict with one of the accepted statuses. */
export const isConflict = (exchange: Exchange, { conflict }: Pick<Dialect, 'conflict'>): boolean =>
  http.hasStatus(exchange, ...conflict);

/** Whether a response does not concern the conflict: it concerns conditions or locks, or the outcome is open. */
const isUnrelatedToConflict = (exchange: Exchange): boolean =>
  http.hasStatus(exchange, 412, 423, 428, 202) || http.hasStatus(exchange, 1, 3);

export interface ConflictingRequest {
  readonly asked: Exchange;
  /** Why it conflicts, for the report. */
  readonly why: string;
  /** Whether the request demonstrably succeeded in spite of the conflict. */
  readonly isDone: boolean;
  /** Whether an equal request of the same caller succeeds where nothing conflicts. */
  readonly isRight: boolean;
  /** Whether an accepted request (202) has finished, and its success was read. */
  readonly isShown?: boolean;
  readonly shows: readonly Exchange[];
  readonly actual?: Json;
}

/** 409 keeps the promise; a proven success, or another refusal of an otherwise valid request, breaks it. */
export function judgeConflict(
  { asked, why, isDone, isRight, isShown = false, shows, actual }: ConflictingRequest,
  dialect: Dialect,
): Finding {
  const { status } = asked.answer ?? {};
  if (isConflict(asked, dialect)) return held;
  const told = `${asked.method} returned ${status}`;
  if (http.isAboutCaller(asked, isRight)) return inconclusive('refused', told);
  if (isUnrelatedToConflict(asked) && !(http.hasStatus(asked, 202) && isShown)) return inconclusive('setup', told);
  const isProven = http.hasStatus(asked, 2) ? isDone : isRight;
  if (!isProven) return inconclusive('setup', `${told}, and the request may be invalid apart from the conflict`);
  const expected = `${dialect.conflict.join(' or ')}, because ${why}`;
  return violated({ expected, actual: actual ?? `${asked.method} returned ${status}`, shows });
}

export interface EffectOnItem {
  readonly before: Exchange;
  readonly after: Exchange;
  /** Control: one more read where the second one differs from the first. */
  readonly again: Exchange | undefined;
  readonly refused: readonly Exchange[];
}

/** Reads an item again, and once more where it differs: a member that changes between two reads is no effect. */
export async function readAfterRefusals(item: Item, before: Exchange, refused: readonly Exchange[]) {
  const after = await item.get();
  const isEqual = compare.findDifferences(before.answer?.json, after.answer?.json).length === 0;
  return { before, after, again: isEqual ? undefined : await item.get(), refused };
}

/** Violated when the refused requests changed a member that is stable otherwise, or removed the item. */
export function judgeEffectOnItem(
  { before, after, again, refused }: EffectOnItem,
  { withoutBookkeeping }: JudgingTools,
): Finding {
  if ([before, after].some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
  const shows = [before, ...refused.slice(0, 2), after];
  if (http.hasStatus(after, 404, 410))
    return violated({ expected: 'the item is unchanged', actual: `GET returned ${after.answer?.status}`, shows });
  if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
  const shown = (look: Exchange) => withoutBookkeeping(look.answer?.json);
  const restless = (again ? compare.findDifferences(shown(after), shown(again)) : []).map(({ pointer }) => pointer);
  const moved = compare
    .findDifferences(shown(before), shown(after))
    .filter(({ pointer }) => !restless.includes(pointer));
  if (moved.length > 0) return violated({ ...pickSides(moved), shows });
  const [strange] = restless;
  if (strange === undefined) return held;
  const hint = 'if it changes by itself, name it in resources[].volatile';
  return inconclusive('noise', `${strange} differs between two GETs without a write in between; ${hint}`);
}

/** The members of an action record that distinguish it from another one. */
export const pickRecordMembers = ({ fields = {} }: Action, { id }: Pick<Collection, 'id'>, shown: Json | undefined) =>
  Object.fromEntries(
    [id.pointer, '/id', ...Object.values(fields)].map((pointer) => [
      pointer,
      compare.getAtPointer(shown, pointer) ?? null,
    ]),
  );

/** A body with new unique values, in the form of the old ones; `word` is a fresh text. */
export const replaceUniqueValues = ({ unique }: Pick<Collection, 'unique'>, body: Json, word: string): Json =>
  unique.reduce<Json>((filled, pointer) => {
    const value = compare.getAtPointer(filled, pointer);
    if (typeof value !== 'number') return compare.setAtPointer(filled, pointer, replaceText(String(value), word));
    return compare.setAtPointer(filled, pointer, value + 1 + (Number.parseInt(word.slice(0, 5), 36) % 1_000_000));
  }, body);

const kinds = ['0123456789', 'abcdef', 'ghijklmnopqrstuvwxyz', 'ABCDEF', 'GHIJKLMNOPQRSTUVWXYZ'];

/** Replaces each letter and digit with another of its kind, so that patterns still match; the host of an address is kept. */
function replaceText(value: string, word: string): string {
  const [local = '', ...host] = value.split(/(?=@)/);
  const replaced = [...local].map((character, i) => {
    const kind = kinds.find((one) => one.includes(character));
    if (kind === undefined) return character;
    const step = 1 + ((Number.parseInt(word[i % word.length] ?? '0', 36) + i) % (kind.length - 1));
    return kind[(kind.indexOf(character) + step) % kind.length];
  });
  return [...replaced, ...host].join('');
}

/** Whether a response names the item itself, and not the monitor of a creation that may still be refused. */
export const isNamedIn = ({ answer }: Exchange, look: Exchange): boolean => {
  const id = look.path.split('?')[0]?.split('/').at(-1) ?? '';
  return id === '' || `${JSON.stringify(answer?.headers)}${answer?.text}`.includes(id);
};

/** An action is declared as forbidden in one state and legal in a later one. */
export const laterLegalActions = needs.defineNeed('collection', {
  name: 'action that becomes legal later',
  reason: 'no action is declared that is forbidden in one state and legal in a later one',
  enable: 'resources[].states.transitions',
  isMet: (collection) => {
    const { states } = collection;
    if (!states) return false;
    const starts = states.initial === undefined ? Object.keys(states.transitions) : [states.initial];
    return starts.some((start) => listLaterLegalActions(collection, states, start).length > 0);
  },
});

/** Every action that can be refused in one state and requested again in a later one. */
export function listLaterLegalActions(collection: Collection, states: StateModel, start: string) {
  return Object.keys(states.transitions).flatMap((state) => {
    const early = compare.findStatePath(states, start, (other) => other === state);
    return collection.actions.flatMap((action) => {
      if (!early || !action.post || decideLegality(collection, action, state) !== 'forbidden') return [];
      const late = compare.findStatePath(
        states,
        state,
        (other) => decideLegality(collection, action, other) === 'legal',
      );
      return late && !early.includes(action.name) ? [{ action, early, late }] : [];
    });
  });
}
