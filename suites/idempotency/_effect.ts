import {
  assume,
  buildPointer,
  type Collection,
  type Exchange,
  type Finding,
  getAtPointer,
  hasStatus,
  InconclusiveError,
  type Item,
  inconclusive,
  isCached,
  isEquivalent,
  isObject,
  type Json,
  parsePointer,
  pause,
  readLagHint,
  setAtPointer,
  type Tools,
  typicalReadLagMs,
  violated,
} from '#rule';

/** Writes that were acknowledged one after the other, and what was seen of them. */
export interface Insisted {
  readonly writes: readonly Exchange[];
  /** What the last of them carried. */
  readonly sent: Json;
  readonly look: Exchange;
  readonly effect: 'at once' | 'late' | 'none';
  /** Members that were sent in another value than the one shown, and those that never were. */
  readonly tried: readonly string[];
  readonly untried: readonly string[];
}

/** Whether something that a client sent is shown otherwise than before. */
export function hasMoved(sent: readonly Json[], before: Exchange, after: Exchange): boolean {
  return namesIn(sent).some((name) => !isEquivalent(shownIn(before, name), shownIn(after, name)));
}

/**
 * Members that creation took over as they were sent, and whose value in `sent` is another one, whatever trimming, case
 * and rounding make of it: where a write takes effect, one of them is seen to move.
 */
export const tellingIn = (item: Item, before: Exchange, sent: Json): string[] =>
  takenOver(item, before).filter((name) =>
    isPlainlyAnother(shownIn(before, name), getAtPointer(sent, buildPointer([name]))),
  );

/** What is sent, with a new word in place of the mark where it would change nothing: what changes nothing shows nothing. */
export function telling<T extends Json>(
  item: Item,
  before: Exchange,
  sent: T,
  tools: Pick<Tools, 'collection' | 'fresh'>,
): T {
  return tellingIn(item, before, sent).length > 0 ? sent : (reworded(sent, tools) as T);
}

/** Waits until what is done a little later is done. */
const aWhile = (): Promise<void> => pause(typicalReadLagMs);

/** Goes on only if what a write had to change is seen to have moved. Throws a Doubt that says whether it was shown later, or not at all. */
export async function assumeEffect(
  item: Item,
  write: Exchange,
  sent: Json,
  { before, after }: { readonly before: Exchange; readonly after: Exchange },
): Promise<void> {
  if (hasMoved([item.sent, sent], before, after) || tellingIn(item, before, sent).length === 0) return;
  await aWhile();
  const told = `${write.method} was answered ${write.answer?.status}`;
  assume(
    !hasMoved([item.sent, sent], before, await item.get()),
    'noise',
    `${told}, and shown later only; ${readLagHint}`,
  );
  throw new InconclusiveError('no-usable-case', `${told}, and nothing of it was shown`);
}

/**
 * After a PUT of the first body that nothing was seen of, PUTs another one, and where that is not seen either, all the
 * others: what a service takes from none of them it never takes.
 */
export async function insist(
  item: Item,
  before: Exchange,
  [first = null, next = null, ...others]: readonly Json[],
  tools: Pick<Tools, 'collection' | 'fresh'>,
): Promise<Insisted> {
  const sent = [first];
  const writes: Exchange[] = [];
  const put = async (body: Json) => {
    const write = await item.put(body);
    if (!hasStatus(write, 200, 204)) return;
    sent.push(body);
    writes.push(write);
  };
  const seen = (look: Exchange, isLate: boolean): Insisted => {
    const isSeen = hasMoved([item.sent, ...sent], before, look);
    const effect = !isSeen ? 'none' : isLate || isOvertaken(sent, before, look) ? 'late' : 'at once';
    return { writes, sent: sent.at(-1) ?? null, look, effect, ...triedIn(item, before, sent, tools.collection) };
  };
  await put(item.prepare(next));
  const once = seen(await lookAt(item), false);
  if (once.effect !== 'none') return once;
  for (const [i, body] of others.entries())
    await put(i % 2 === 0 ? reworded(item.prepare(body), tools) : item.prepare(body));
  const all = seen(await lookAt(item), false);
  if (all.effect !== 'none' || all.untried.length > 0) return all;
  await aWhile();
  return seen(await lookAt(item), true);
}

/** The mark gives way to a word of this moment, for that may be the only member that can be changed. */
const reworded = (body: Json, { collection: { marker }, fresh }: Pick<Tools, 'collection' | 'fresh'>): Json =>
  marker === undefined || getAtPointer(body, marker) === undefined ? body : setAtPointer(body, marker, fresh.word());

function triedIn(item: Item, before: Exchange, sent: readonly Json[], { unique }: Pick<Collection, 'unique'>) {
  const tried = [...new Set(sent.flatMap((body) => tellingIn(item, before, body)))];
  const pinned = unique.map((pointer) => parsePointer(pointer)[0]);
  const untried = takenOver(item, before).filter((name) => !tried.includes(name) && !pinned.includes(name));
  return { tried, untried };
}

/** What it says that PUT was acknowledged and never seen; undefined where something moved at once. */
export function judgeIgnored({ effect, tried, untried, ...seen }: Insisted, before: Exchange): Finding | undefined {
  const { writes, sent, look } = seen;
  const last = writes.at(-1);
  if (effect === 'at once') return undefined;
  if (isCached(before) || isCached(look)) return inconclusive('noise', 'a cache answered, not the service');
  if (effect === 'late') return inconclusive('noise', `what PUT wrote was shown later only; ${readLagHint}`);
  if (last === undefined || tried.length === 0)
    return inconclusive('no-usable-case', 'no PUT was accepted that had something to change');
  if (untried.length > 0)
    return inconclusive('no-usable-case', `PUT changed nothing, and was never seen with another ${untried.join(', ')}`);
  const side = (json: Json | undefined) =>
    Object.fromEntries(tried.map((name) => [name, getAtPointer(json, buildPointer([name])) ?? 'absent']));
  return violated({
    summary: `PUT was answered ${last.answer?.status}, and changed nothing`,
    expected: side(sent),
    actual: side(look.answer?.json),
    shows: [before, last, look],
  });
}

/** Whether something has come to be shown that an earlier body carried, and the last one did not. */
function isOvertaken(sent: readonly Json[], before: Exchange, look: Exchange): boolean {
  return namesIn(sent).some((name) => {
    const shown = shownIn(look, name);
    const [last, ...earlier] = [...sent].reverse().map((body) => getAtPointer(body, buildPointer([name])));
    return (
      !isEquivalent(shown, shownIn(before, name)) &&
      !isEquivalent(shown, last) &&
      earlier.some((value) => isEquivalent(shown, value))
    );
  });
}

const namesIn = (sent: readonly Json[]): string[] => sent.flatMap((body) => (isObject(body) ? Object.keys(body) : []));

async function lookAt(item: Item): Promise<Exchange> {
  const look = await item.getUntil((exchange) => hasStatus(exchange, 200));
  assume(hasStatus(look, 200), 'setup', `GET after PUT was answered ${look.answer?.status}`);
  return look;
}

const shownIn = ({ answer }: Exchange, name: string): Json | undefined =>
  getAtPointer(answer?.json, buildPointer([name]));

const takenOver = ({ sent }: Item, before: Exchange): string[] =>
  isObject(sent) ? Object.keys(sent).filter((name) => isEquivalent(shownIn(before, name), sent[name])) : [];

function isPlainlyAnother(shown: Json | undefined, sent: Json | undefined): boolean {
  if (sent === undefined || sent === null || isEquivalent(shown, sent)) return false;
  if (typeof shown === 'number' && typeof sent === 'number') return Math.abs(shown - sent) >= 1;
  if (typeof shown === 'string' && typeof sent === 'string') return folded(shown) !== folded(sent);
  return true;
}

const folded = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
