import {
  assume,
  type Collection,
  compare,
  type Exchange,
  http,
  type Item,
  inconclusive,
  type Json,
  type JsonObject,
  type Tools,
  violated,
} from '#rule';

/** Half of the members of a patch, by a binary digit of their positions: a few parts separate every pair. */
export function selectPart(patch: JsonObject, part: number): JsonObject {
  const names = Object.keys(patch);
  const chosen = names.filter((_, i) => ((i >> (part % 4)) & 1) === Math.floor(part / 4));
  const kept = chosen.length > 0 && chosen.length < names.length ? chosen : names.slice(0, 1);
  return Object.fromEntries(kept.map((name) => [name, patch[name] ?? null]));
}

/** Writes that returned success one after the other, and what the GETs showed. */
export interface VisibleWrites {
  readonly writes: readonly Exchange[];
  /** The content of the last write. */
  readonly sent: Json;
  readonly look: Exchange;
  readonly effect: 'concurrently' | 'late' | 'none';
  /** Members that were sent with a value different from the shown one, and members that were never sent. */
  readonly tried: readonly string[];
  readonly untried: readonly string[];
}

export function hasChanged(sent: readonly Json[], before: Exchange, after: Exchange): boolean {
  return listMemberNames(sent).some(
    (name) => !compare.isEquivalent(readMember(before.answer?.json, name), readMember(after.answer?.json, name)),
  );
}

/** Members that the creation stored as sent, and whose value in `sent` differs even after trimming and rounding. */
export const findVisibleChanges = (item: Item, before: Exchange, sent: Json): string[] =>
  listStored(item, before).filter((name) =>
    isDifferentValue(readMember(before.answer?.json, name), readMember(sent, name)),
  );

/** The content, with a fresh text in place of the marker where it would change nothing otherwise. */
export function ensureVisibleChange<T extends Json>(
  item: Item,
  before: Exchange,
  sent: T,
  tools: Pick<Tools, 'collection' | 'fresh'>,
): T {
  return findVisibleChanges(item, before, sent).length > 0 ? sent : (insertFreshText(sent, tools) as T);
}

/** Waits until a delayed write has taken effect. */
const waitForLag = (): Promise<void> => http.pause(http.typicalReadLagMs);

/** Goes on only if a write visibly changed a member, else ends the case with whether the change appeared later. */
export async function assumeEffect(
  item: Item,
  write: Exchange,
  sent: Json,
  { before, after }: { readonly before: Exchange; readonly after: Exchange },
): Promise<void> {
  if (hasChanged([item.sent, sent], before, after) || findVisibleChanges(item, before, sent).length === 0) return;
  await waitForLag();
  const told = `${write.method} returned ${write.answer?.status}`;
  const why = `${told}, and the change appeared only later; to say how late: consistency.readAfterWriteMs`;
  assume(!hasChanged([item.sent, sent], before, await item.get()), 'noise', why);
  assume(false, 'no-usable-case', `${told}, but no change appeared`);
}

/** After a PUT without a visible effect, sends others: a member that no PUT changes is never stored. */
export async function writeUntilVisible(
  item: Item,
  before: Exchange,
  [first = null, next = null, ...others]: readonly Json[],
  tools: Pick<Tools, 'collection' | 'fresh'>,
): Promise<VisibleWrites> {
  const sent = [first];
  const writes: Exchange[] = [];
  const put = async (body: Json) => {
    const write = await item.put(body);
    if (!http.hasStatus(write, 200, 204)) return;
    sent.push(body);
    writes.push(write);
  };
  const seen = (look: Exchange, isLate: boolean): VisibleWrites => {
    const isSeen = hasChanged([item.sent, ...sent], before, look);
    const effect = !isSeen ? 'none' : isLate || showsEarlierValue(sent, before, look) ? 'late' : 'concurrently';
    return { writes, sent: sent.at(-1) ?? null, look, effect, ...listTried(item, before, sent, tools.collection) };
  };
  await put(item.prepare(next));
  const once = seen(await readWithoutCaches(item), false);
  if (once.effect !== 'none') return once;
  for (const [i, body] of others.entries())
    await put(i % 2 === 0 ? insertFreshText(item.prepare(body), tools) : item.prepare(body));
  const all = seen(await readWithoutCaches(item), false);
  if (all.effect !== 'none' || all.untried.length > 0) return all;
  await waitForLag();
  return seen(await readWithoutCaches(item), true);
}

/** Replaces the marker with a fresh text, for that may be the only member that can be changed. */
const insertFreshText = (body: Json, { collection: { marker }, fresh }: Pick<Tools, 'collection' | 'fresh'>): Json =>
  marker === undefined || compare.getAtPointer(body, marker) === undefined
    ? body
    : compare.setAtPointer(body, marker, fresh.word());

function listTried(item: Item, before: Exchange, sent: readonly Json[], { unique }: Pick<Collection, 'unique'>) {
  const tried = [...new Set(sent.flatMap((body) => findVisibleChanges(item, before, body)))];
  const pinned = unique.map((pointer) => compare.parsePointer(pointer)[0]);
  const untried = listStored(item, before).filter((name) => !tried.includes(name) && !pinned.includes(name));
  return { tried, untried };
}

/** The finding for a PUT that returned success without a visible effect; undefined where a member changed at once. */
export function judgeInvisible({ effect, tried, untried, ...seen }: VisibleWrites, before: Exchange) {
  const { writes, sent, look } = seen;
  const last = writes.at(-1);
  if (effect === 'concurrently') return undefined;
  if (http.isCached(before) || http.isCached(look))
    return inconclusive('noise', 'a cache answered instead of the service');
  if (effect === 'late')
    return inconclusive(
      'noise',
      `the change by PUT appeared only later; to say how late: consistency.readAfterWriteMs`,
    );
  if (last === undefined || tried.length === 0)
    return inconclusive('no-usable-case', 'no PUT was accepted that could change a member');
  // A service may let clients change a few members only, and ignore the others.
  if (untried.length >= tried.length)
    return inconclusive('no-usable-case', `PUT changed nothing, and no PUT had another value of ${untried.join(', ')}`);
  const side = (json: Json | undefined) =>
    Object.fromEntries(tried.map((name) => [name, readMember(json, name) ?? 'absent']));
  return violated({
    summary: `PUT returned ${last.answer?.status}, but changed nothing`,
    expected: side(sent),
    actual: side(look.answer?.json),
    shows: [before, last, look],
  });
}

/** Whether the item now shows a value that an earlier body carried, and the last one did not. */
function showsEarlierValue(sent: readonly Json[], before: Exchange, look: Exchange): boolean {
  return listMemberNames(sent).some((name) => {
    const shown = readMember(look.answer?.json, name);
    const [last, ...earlier] = [...sent].reverse().map((body) => readMember(body, name));
    return (
      !compare.isEquivalent(shown, readMember(before.answer?.json, name)) &&
      !compare.isEquivalent(shown, last) &&
      earlier.some((value) => compare.isEquivalent(shown, value))
    );
  });
}

const listMemberNames = (sent: readonly Json[]): string[] =>
  sent.flatMap((body) => (compare.isObject(body) ? Object.keys(body) : []));

async function readWithoutCaches(item: Item): Promise<Exchange> {
  const look = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
  assume(http.hasStatus(look, 200), 'setup', `GET after PUT returned ${look.answer?.status}`);
  return look;
}

const readMember = (json: Json | undefined, name: string): Json | undefined =>
  compare.isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;

const listStored = ({ sent }: Item, before: Exchange): string[] =>
  compare.isObject(sent)
    ? Object.keys(sent).filter((name) => compare.isEquivalent(readMember(before.answer?.json, name), sent[name]))
    : [];

function isDifferentValue(shown: Json | undefined, sent: Json | undefined): boolean {
  if (sent === undefined || sent === null || compare.isEquivalent(shown, sent)) return false;
  if (typeof shown === 'number' && typeof sent === 'number') return Math.abs(shown - sent) >= 1;
  if (typeof shown === 'string' && typeof sent === 'string') return foldLetters(shown) !== foldLetters(sent);
  return true;
}

const foldLetters = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
