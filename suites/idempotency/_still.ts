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
import { isStamp } from './_stamp.js';

/** Two looks at one thing, with something between them that should not have moved it. */
export interface Looks {
  /** What the client sent for it, refused or not: its members are the client's to control. */
  readonly sent: Json;
  readonly before: Exchange;
  readonly after: Exchange;
  /** A control: what one more look showed, where the second one showed something else than the first. */
  readonly again?: Exchange | undefined;
  readonly shows: readonly Exchange[];
  readonly summary?: string;
  /** Members that were meant to move. */
  readonly named?: readonly string[];
  /** The write between, where it may stamp its time. */
  readonly stampedBy?: Exchange;
  /** Whether members that the server derives may follow. */
  readonly isDerivingLegal?: boolean;
}

/** Violated when a member that the client controls moved, or the thing is gone; what the server alone writes is no proof. */
export function judgeStill(looks: Looks, { withoutBookkeeping, collection: { id } }: JudgingTools): Finding {
  const { before, after, shows, summary } = looks;
  const told = summary === undefined ? { shows } : { shows, summary };
  if (isCached(before) || isCached(after)) return inconclusive('noise', 'a cache answered, not the service');
  if (hasStatus(after, 404, 410))
    return violated({ expected: 'the thing, as before', actual: `GET answers ${after.answer?.status}`, ...told });
  if (!hasStatus(after, 200)) return inconclusive('setup', `GET was answered ${after.answer?.status}`);
  const [isShown, isShownAfter] = [before, after].map(
    ({ answer }) => getAtPointer(answer?.json, id.pointer) !== undefined,
  );
  if (isShown !== isShownAfter) return inconclusive('setup', 'one of both answers to GET does not show the thing');
  return judgeMembers(looks, withoutBookkeeping, told);
}

function judgeMembers(
  looks: Looks,
  settled: JudgingTools['withoutBookkeeping'],
  told: Pick<Looks, 'shows' | 'summary'>,
): Finding {
  const { sent, before, after, again, named = [], stampedBy } = looks;
  const shown = (look: Exchange) => settled(look.answer?.json);
  const written = stampedBy && { sent, write: stampedBy, after: after.answer?.json, settled: shown(after) };
  const moved = findDifferences(shown(before), shown(after)).filter(
    (one) => !named.includes(topOf(one.pointer)) && !(written && isStamp(one, written)),
  );
  const restless = (again ? findDifferences(shown(after), shown(again)) : []).map(({ pointer }) => topOf(pointer));
  const isSent = (name: string) => isObject(sent) && Object.hasOwn(sent, name);
  const accused = moved.filter(({ pointer }) => isSent(topOf(pointer)) && !restless.includes(topOf(pointer)));
  if (accused.length > 0) {
    const side = (of: 'expected' | 'actual') =>
      Object.fromEntries(accused.map((one) => [one.pointer, one[of] ?? 'absent']));
    return violated({ expected: side('expected'), actual: side('actual'), ...told });
  }
  const [strange] = moved;
  const isRestless = strange !== undefined && restless.includes(topOf(strange.pointer));
  if (strange === undefined || (looks.isDerivingLegal && !isRestless)) return held;
  const how = isRestless ? 'moves from one GET to the next' : 'moved, though no client ever sent it';
  return inconclusive('noise', `${strange.pointer} ${how}; if it changes by itself, name it in resources[].volatile`);
}

const topOf = (pointer: string) => parsePointer(pointer)[0] ?? '';

/** Whether a representation shows what was sent as it was sent; of what it does not show, nothing is said. */
export const isShowing = (shown: Json | undefined, sent: Json): boolean =>
  listControlledMembers(sent, shown).every((name) =>
    isEquivalent(getAtPointer(shown, buildPointer([name])), getAtPointer(sent, buildPointer([name]))),
  );

/** What was sent at first, and what a refused request carried: both are members that only a client writes. */
export const bothOf = (sent: Json, refused: Json): Json =>
  isObject(sent) && isObject(refused) ? { ...sent, ...refused } : sent;

/** What several looks say together: one violation is enough, one doubt keeps it from holding. */
export const worstOf = (findings: readonly Finding[]): Finding =>
  findings.find(({ verdict }) => verdict === 'violated') ?? findings.find(({ verdict }) => verdict !== 'held') ?? held;

/** A look afterwards, and one more where a member differs that may be accused: what moves again with nothing between is no effect of what was between. */
export async function lookAfter(
  item: Item,
  before: Exchange,
  isSettled = (json: Json | undefined): boolean => isEquivalent(json, before.answer?.json),
  isAccusable = (_name: string): boolean => true,
): Promise<Pick<Looks, 'after' | 'again'>> {
  const after = await item.getUntil(({ answer }) => isSettled(answer?.json));
  const moved = findDifferences(before.answer?.json, after.answer?.json);
  const isOpen = moved.some(({ pointer }) => isAccusable(topOf(pointer)));
  return { after, again: isOpen ? await item.get() : undefined };
}
