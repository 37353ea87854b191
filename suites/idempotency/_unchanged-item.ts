import {
  buildPointer,
  type Exchange,
  type Finding,
  findDifferences,
  getAtPointer,
  hasStatus,
  held,
  type Item,
  inconclusive,
  isCached,
  isEquivalent,
  isObject,
  type Json,
  type JudgingTools,
  listControlledMembers,
  parsePointer,
  violated,
} from '#rule';
import { isWriteTimestamp } from './_write-timestamp.js';

/** Two reads of one item, with a request between them that should not change it. */
export interface Reads {
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

/**
 * Violated when a member that the client controls changed, or the item is gone; changes of members that only the
 * service writes prove nothing.
 */
export function judgeUnchanged(looks: Reads, { withoutBookkeeping, collection: { id } }: JudgingTools): Finding {
  const { before, after, shows, summary } = looks;
  const told = summary === undefined ? { shows } : { shows, summary };
  if (isCached(before) || isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
  if (hasStatus(after, 404, 410))
    return violated({ expected: 'the item is unchanged', actual: `GET returned ${after.answer?.status}`, ...told });
  if (!hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
  const [isShown, isShownAfter] = [before, after].map(
    ({ answer }) => getAtPointer(answer?.json, id.pointer) !== undefined,
  );
  if (isShown !== isShownAfter) return inconclusive('setup', 'one of the two GETs does not show the item');
  return judgeMembers(looks, withoutBookkeeping, told);
}

function judgeMembers(
  looks: Reads,
  settled: JudgingTools['withoutBookkeeping'],
  told: Pick<Reads, 'shows' | 'summary'>,
): Finding {
  const { sent, before, after, again, named = [], stampedBy } = looks;
  const shown = (look: Exchange) => settled(look.answer?.json);
  const written = stampedBy && { sent, write: stampedBy, after: after.answer?.json, settled: shown(after) };
  const moved = findDifferences(shown(before), shown(after)).filter(
    (one) => !named.includes(getTopMember(one.pointer)) && !(written && isWriteTimestamp(one, written)),
  );
  const restless = (again ? findDifferences(shown(after), shown(again)) : []).map(({ pointer }) =>
    getTopMember(pointer),
  );
  const isSent = (name: string) => isObject(sent) && Object.hasOwn(sent, name);
  const accused = moved.filter(
    ({ pointer }) => isSent(getTopMember(pointer)) && !restless.includes(getTopMember(pointer)),
  );
  if (accused.length > 0) {
    const side = (of: 'expected' | 'actual') =>
      Object.fromEntries(accused.map((one) => [one.pointer, one[of] ?? 'absent']));
    return violated({ expected: side('expected'), actual: side('actual'), ...told });
  }
  const [strange] = moved;
  const isRestless = strange !== undefined && restless.includes(getTopMember(strange.pointer));
  if (strange === undefined || (looks.isDerivingLegal && !isRestless)) return held;
  const how = isRestless
    ? 'differs between two GETs without a write in between'
    : 'changed, though no client ever sent it';
  return inconclusive('noise', `${strange.pointer} ${how}; if it changes by itself, name it in resources[].volatile`);
}

const getTopMember = (pointer: string) => parsePointer(pointer)[0] ?? '';

/** Whether a representation shows the sent values as they were sent; members that it does not show are not compared. */
export const showsSentValues = (shown: Json | undefined, sent: Json): boolean =>
  listControlledMembers(sent, shown).every((name) =>
    isEquivalent(getAtPointer(shown, buildPointer([name])), getAtPointer(sent, buildPointer([name]))),
  );

/** The content of the creation and of a refused request: only a client writes these members. */
export const mergeSent = (sent: Json, refused: Json): Json =>
  isObject(sent) && isObject(refused) ? { ...sent, ...refused } : sent;

/** The result of several comparisons: one violation is enough, and one inconclusive comparison prevents `held`. */
export const combineFindings = (findings: readonly Finding[]): Finding =>
  findings.find(({ verdict }) => verdict === 'violated') ?? findings.find(({ verdict }) => verdict !== 'held') ?? held;

/**
 * A read afterwards, and one more where a member differs that could be a violation: a member that changes again
 * without a request in between is no effect.
 */
export async function readAfter(
  item: Item,
  before: Exchange,
  isSettled = (json: Json | undefined): boolean => isEquivalent(json, before.answer?.json),
  isAccusable = (_name: string): boolean => true,
): Promise<Pick<Reads, 'after' | 'again'>> {
  const after = await item.getUntil(({ answer }) => isSettled(answer?.json));
  const moved = findDifferences(before.answer?.json, after.answer?.json);
  const isOpen = moved.some(({ pointer }) => isAccusable(getTopMember(pointer)));
  return { after, again: isOpen ? await item.get() : undefined };
}
