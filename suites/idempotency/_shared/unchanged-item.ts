import {
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  type JsonObject,
  type JudgingTools,
  needs,
  violated,
} from '#rule';
import { pickSides } from '../../_shared/findings.js';
import { getMember } from '../../_shared/members.js';

/** PATCH changes an item, or a POST of the item that takes members of it. */
export const updatable = needs.defineNeed('collection', {
  role: 'patch',
  name: 'updatable',
  reason: 'no PATCH with a known JSON request body on the item',
  enable: 'resources[].patch',
  isMet: ({ patch }) => patch?.request !== undefined,
});

/** The body with the most members that have a value: a change of an absent member is not visible. */
export const chooseLargest = <T extends Json>(bodies: readonly T[]): T =>
  [...bodies].sort((a, b) => countMembers(b) - countMembers(a))[0] as T;

const countMembers = (body: Json): number =>
  compare.isObject(body) ? Object.values(body).filter((value) => value !== null).length : 0;

/** Two reads of one item, with a request between them that should not change it. */
export interface ComparedReads {
  /** What the client sent for it, refused or not: the client controls these members. */
  readonly sent: Json;
  readonly before: Exchange;
  readonly after: Exchange;
  /** Control: one more read, where the second read differs from the first. */
  readonly again?: Exchange | undefined;
  readonly shows: readonly Exchange[];
  readonly summary?: string;
  /** Members that were meant to change. */
  readonly named?: readonly string[];
  /** The write in between, where it may set a timestamp. */
  readonly stampedBy?: Exchange;
  /** Whether members that the service derives may change as well. */
  readonly isDerivingLegal?: boolean;
}

/** Violated when a member that the client controls changed, or the item is gone. */
export function judgeUnchanged(looks: ComparedReads, { withoutBookkeeping, collection: { id } }: JudgingTools) {
  const { before, after, shows, summary } = looks;
  const told = summary === undefined ? { shows } : { shows, summary };
  if (http.isCached(before) || http.isCached(after))
    return inconclusive('noise', 'a cache answered instead of the service');
  if (http.hasStatus(after, 404, 410))
    return violated({ expected: 'the item is unchanged', actual: `GET returned ${after.answer?.status}`, ...told });
  if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
  const [isShown, isShownAfter] = [before, after].map(
    ({ answer }) => compare.getAtPointer(answer?.json, id.pointer) !== undefined,
  );
  if (isShown !== isShownAfter) return inconclusive('setup', 'one of the two GETs does not show the item');
  return judgeMembers(looks, withoutBookkeeping, told);
}

function judgeMembers(
  looks: ComparedReads,
  settled: JudgingTools['withoutBookkeeping'],
  told: Pick<ComparedReads, 'shows' | 'summary'>,
): Finding {
  const { sent, before, after, again, named = [], stampedBy } = looks;
  const shown = (look: Exchange) => settled(look.answer?.json);
  const written = stampedBy && { sent, write: stampedBy, after: after.answer?.json, settled: shown(after) };
  const moved = compare
    .findDifferences(shown(before), shown(after))
    .filter((one) => !named.includes(getTopMember(one.pointer)) && !(written && isWriteTimestamp(one, written)));
  const restless = (again ? compare.findDifferences(shown(after), shown(again)) : []).map(({ pointer }) =>
    getTopMember(pointer),
  );
  const isSent = (name: string) => compare.isObject(sent) && Object.hasOwn(sent, name);
  const accused = moved.filter(
    ({ pointer }) => isSent(getTopMember(pointer)) && !restless.includes(getTopMember(pointer)),
  );
  if (accused.length > 0) return violated({ ...pickSides(accused), ...told });
  const [strange] = moved;
  const isRestless = strange !== undefined && restless.includes(getTopMember(strange.pointer));
  if (strange === undefined || (looks.isDerivingLegal && !isRestless)) return held;
  const how = isRestless
    ? 'differs between two GETs without a write in between'
    : 'changed, though no client ever sent it';
  return inconclusive('noise', `${strange.pointer} ${how}; if it changes by itself, name it in resources[].volatile`);
}

const getTopMember = (pointer: string) => compare.parsePointer(pointer)[0] ?? '';

/** Whether a representation shows the sent values as they were sent; members that it does not show are not compared. */
export const showsSentValues = (shown: Json | undefined, sent: Json): boolean =>
  !compare.isObject(sent) ||
  !compare.isObject(shown) ||
  Object.keys(sent).every((name) => !Object.hasOwn(shown, name) || compare.isEquivalent(shown[name], sent[name]));

/** The content of the creation and of a refused request: only a client writes these members. */
export const mergeSent = (sent: Json, refused: Json): Json =>
  compare.isObject(sent) && compare.isObject(refused) ? { ...sent, ...refused } : sent;

/** A read afterwards, and a control where a member differs: one that changes again by itself is no effect. */
export async function readAfter(
  item: Item,
  before: Exchange,
  isSettled = (json: Json | undefined): boolean => compare.isEquivalent(json, before.answer?.json),
  isAccusable = (_name: string): boolean => true,
): Promise<Pick<ComparedReads, 'after' | 'again'>> {
  const after = await item.getUntil(({ answer }) => isSettled(answer?.json));
  const moved = compare.findDifferences(before.answer?.json, after.answer?.json);
  const isOpen = moved.some(({ pointer }) => isAccusable(getTopMember(pointer)));
  return { after, again: isOpen ? await item.get() : undefined };
}

/** A read after a patch; only members that the client sent and the patch does not name could be a violation. */
export const readAfterPatch = (item: Item, before: Exchange, named: JsonObject) =>
  readAfter(
    item,
    before,
    (json) => showsSentValues(json, named),
    (name) => compare.isObject(item.sent) && Object.hasOwn(item.sent, name) && !Object.hasOwn(named, name),
  );

type ValueDifference = ReturnType<typeof compare.findDifferences>[number];

export interface AcceptedWrite {
  /** Everything that a client sent for the item. */
  readonly sent: Json;
  readonly write: Exchange;
  readonly after: Json | undefined;
  /** The same, without known bookkeeping members. */
  readonly settled: Json | undefined;
}

/** The Date field has whole seconds, and is set some time after the timestamp of the write. */
const beforeMs = 2_000;
const afterMs = 1_000;

/**
 * Whether a difference is the timestamp of a write: one instant replaces another, no client ever sent it, and it is
 * the time of the write by the clock of the service, or equals another timestamp beside it.
 */
export function isWriteTimestamp(
  { pointer, expected, actual }: ValueDifference,
  { sent, write, after, settled }: AcceptedWrite,
): boolean {
  const [was, is] = [compare.parseInstant(expected), compare.parseInstant(actual)];
  if (was === undefined || is === undefined || !http.hasStatus(write, 2) || isSent(sent, compare.parsePointer(pointer)))
    return false;
  const told = Date.parse(http.getHeader(write.answer, 'date') ?? '');
  if (is >= told - beforeMs && is <= told + afterMs) return true;
  const kept = compare.listLeaves(settled);
  const stamps = [...compare.listLeaves(after)].flatMap(([place, value]) =>
    kept.has(place) ? [] : (compare.parseInstant(value) ?? []),
  );
  return stamps.some((stamp) => Math.abs(stamp - is) <= afterMs);
}

/** Whether a pointer is a member that the client wrote, or lies in one. */
function isSent(sent: Json | undefined, [token, ...rest]: readonly string[]): boolean {
  if (!compare.isObject(sent)) return sent !== undefined;
  return token === undefined || (Object.hasOwn(sent, token) && isSent(sent[token], rest));
}

/** Whether the item shows the sent values, and one of them differs from the earlier value. */
export async function hasTakenEffect(item: Item, before: Json, sent: Json): Promise<boolean> {
  const look = await item.get();
  const shown = look.answer?.json;
  const isOther = (name: string) => !compare.isEquivalent(getMember(before, name), getMember(sent, name));
  return (
    http.hasStatus(look, 200) &&
    compare.listControlledMembers(sent, shown).some(isOther) &&
    showsSentValues(shown, sent)
  );
}
