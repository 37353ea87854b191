import {
  type Caller,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  type JudgingTools,
  violated,
} from '#rule';
import { combineFindings, pickSides } from '../../_shared/findings.js';
import type { Attempt } from './attempts.js';

export interface AttemptEffect {
  readonly attempt: Attempt;
  readonly asked: Exchange;
  readonly sent: Json;
  readonly before: Exchange;
  readonly after: Exchange;
  /** One more read where the two differ: a member that changes again without an attempt in between is no effect. */
  readonly again: Exchange | undefined;
}

/** Sends the attempts, and reads the item after each, until one removed it or `isMeant` rejects one. */
export async function sendAndWatch(
  item: Item,
  attempts: readonly Attempt[],
  as: Caller,
  isMeant: (asked: Exchange) => boolean,
): Promise<AttemptEffect[]> {
  const seen: AttemptEffect[] = [];
  let before = await http.readBack(item);
  for (const attempt of attempts) {
    const asked = await attempt.send(as);
    if (!isMeant(asked)) break;
    const isStill = ({ answer }: Exchange) => compare.isEquivalent(answer?.json, before.answer?.json);
    const after = await item.getUntil(isStill);
    const again = isStill(after) ? undefined : await item.get();
    seen.push({ attempt, asked, sent: item.sent, before, after, again });
    if (!http.hasStatus(after, 200)) break;
    before = after;
  }
  return seen;
}

/** Violated when an attempt changed a member that only clients write, performed an action, or removed the item. */
export function judgeEffects(seen: readonly AttemptEffect[], judging: JudgingTools, whom: string): Finding {
  if (seen.length === 0) return inconclusive('no-usable-case', 'no request was refused that could have had an effect');
  return combineFindings(seen.map((one) => judgeEffect(one, judging, whom)));
}

function judgeEffect(
  { attempt, asked, sent, before, after, again }: AttemptEffect,
  judging: JudgingTools,
  whom: string,
): Finding {
  const status = asked.answer?.status;
  const told = {
    summary: `${attempt.name} ${whom} returned ${status}, but had an effect`,
    shows: [before, asked, after],
  };
  if (http.isCached(before) || http.isCached(after))
    return inconclusive('noise', 'a cache answered instead of the service');
  if (http.hasStatus(after, 404, 410))
    return violated({ expected: 'the item is unchanged', actual: `GET returned ${after.answer?.status}`, ...told });
  if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
  const shown = (look: Exchange) => judging.withoutBookkeeping(look.answer?.json);
  const moved = compare.findDifferences(shown(before), shown(after));
  const restless =
    again === undefined ? [] : compare.findDifferences(shown(after), shown(again)).map(({ pointer }) => pointer);
  const accused = moved.filter(
    (one) =>
      !restless.includes(one.pointer) && (isWritten(one.pointer, attempt, sent) || isPerformed(one, attempt, judging)),
  );
  if (accused.length > 0) return violated({ ...pickSides(accused), ...told });
  if (moved[0] === undefined) return held;
  const how = restless.includes(moved[0].pointer)
    ? 'differs between two GETs without a write in between'
    : 'changed, and no client sent it';
  return inconclusive('noise', `${moved[0].pointer} ${how}; if it changes by itself, name it in resources[].volatile`);
}

type Moved = ReturnType<typeof compare.findDifferences>[number];

/** Whether clients write this member: it was sent when the item was created, or with the attempt. */
function isWritten(pointer: string, { carried }: Attempt, sent: Json): boolean {
  const name = compare.parsePointer(pointer)[0] ?? '';
  return [sent, carried].some((value) => compare.isObject(value) && Object.hasOwn(value, name));
}

/** Whether the item is in the state to which the action leads. */
function isPerformed(
  { pointer, expected, actual }: Moved,
  { action }: Attempt,
  { collection: { states } }: JudgingTools,
): boolean {
  if (states?.pointer !== pointer || action === undefined || typeof expected !== 'string') return false;
  return actual !== undefined && states.transitions[expected]?.[action.name] === actual;
}
