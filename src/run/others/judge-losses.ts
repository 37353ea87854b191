import { pause } from '../../model/clock.js';
import type { Method } from '../../model/exchange.js';
import { isObject, type Json } from '../../model/json.js';
import type { HarmedItem } from '../../model/result/harm.js';
import type { Collection } from '../../model/service/subject.js';
import { wrapSent } from '../content/request-content.js';
import {
  type ComparedList,
  type CompareListsOptions,
  compareLists,
  hasChangedMeanwhile,
  type ListReading,
  type SentWrite,
  type WatchedList,
} from './compare-lists.js';
import { type Loss, listWrittenMembers } from './find-losses.js';

/** Wait before an item counts as gone, and in which nothing is written to see whether others go on, in milliseconds. */
const settleMs = 500;
const quietMs = 2_000;
/** How often lists are read in that time: what another client adds, it may remove again. */
const looks = 8;
/** How often before the run is blamed, because no other client was seen to write: one that does may do so seldom. */
const looksBeforeBlame = 40;

/**
 * Reads the lists again after any lag, and several times while nothing is written: a list in which something goes on then is one that
 * others change. Returns what is lost in both of the first readings.
 */
export async function confirmLosses(
  suspected: readonly ComparedList[],
  options: CompareListsOptions,
  reading: ListReading,
): Promise<readonly ComparedList[]> {
  const read = (some: readonly ComparedList[]) => {
    const lists = some.map(({ list }) => list);
    return compareLists(lists, options, reading);
  };
  await pause(Math.max(settleMs, ...suspected.map(({ list }) => list.before.collection.consistency.listMs)));
  const again = await read(suspected);
  const lasting = again.flatMap(({ list, losses, now }): ComparedList[] => {
    const first = suspected.find((one) => one.list === list)?.losses ?? [];
    const both = losses.filter((loss) => first.some(({ key, is }) => key === loss.key && is === loss.is));
    return both.length === 0 ? [] : [{ list, losses: both, now }];
  });
  if (lasting.length === 0) return [];
  // What was under way when the lists were read first is over at half of the time, and shows.
  const half = new Map<WatchedList, ComparedList>();
  let quiet = lasting;
  for (let i = 0; i < looksBeforeBlame && quiet.length > 0; i += 1) {
    await pause(quietMs / looks);
    const later = await read(quiet);
    const isActive = (one: ComparedList) =>
      later.some((now) => now.list === one.list && hasChangedMeanwhile(one, now, { ...options, ...reading }));
    for (const one of quiet) one.list.isActive ||= isActive(one);
    for (const now of later) {
      const then = half.get(now.list);
      if (then === undefined) continue;
      now.list.isLosing ||= countGone(now) > countGone(then);
      now.list.isRemoving ||= hasRemoved(then, now);
    }
    if (i === looks / 2) for (const one of later) half.set(one.list, one);
    const isOpen = (one: ComparedList) => i + 1 < looks && countGone(one) > 0 && !one.list.isLosing;
    quiet = quiet.filter((one) => !one.list.isActive || isOpen(one));
  }
  return lasting;
}

/** Whether an entry of one reading is missing in the next one. */
const hasRemoved = ({ now: then }: ComparedList, { now }: ComparedList): boolean =>
  now.isWhole && [...then.entries.keys()].some((key) => !now.entries.has(key));

const countGone = ({ losses }: ComparedList): number => losses.filter(({ is }) => is === 'missing').length;

/** Least number and part of the items of a list that must be gone where others write, too. */
const [fewestGone, partGone] = [3, 0.5];

/**
 * What the run is to blame for. A single item that has another text may have changed by itself; where others write (`isShared`), only
 * what is far more than that, or shows the marker of the run. Others that remove items may have removed those that they had before the
 * run, so there only the loss of all is.
 */
export function selectHarmed({ list, losses }: ComparedList, isShared: boolean): readonly Loss[] {
  const ours = losses.filter(({ isOurs }) => isOurs);
  const gone = losses.filter(({ is }) => is === 'missing');
  const changed = losses.filter(({ is }) => is === 'changed');
  if (isShared) {
    const most = list.isRemoving || list.isLosing ? list.open.size : list.kept.size * partGone;
    return gone.length >= Math.max(fewestGone, most) ? [...gone, ...ours] : ours;
  }
  return [...gone, ...(changed.length > 1 ? changed : ours)];
}

/** Whether no write went to a list, and nothing is lost in the others of its collection. */
export function isUnwritten({ list }: ComparedList, lasting: readonly ComparedList[], { all }: Suspects): boolean {
  const { name, path, parents } = list.before.collection;
  const isNested = parents.some(({ place }) => place.startsWith('{'));
  const isOther = (one: ComparedList) => one.list !== list && one.list.before.collection.name === name;
  return (
    !lasting.some(isOther) &&
    !all.some((write) => write.path.startsWith(path) || (!isNested && write.collection === name))
  );
}

/** The note about losses that the run is not to blame for. */
export function describeUnclear({ list, losses }: ComparedList, isShared: boolean): string {
  const { name } = list.before.collection;
  const paths = losses.map(({ path, key }) => path ?? key).slice(0, 5);
  const why = isShared
    ? 'the service changes items by itself or for other clients'
    : 'a single item with other values may have changed by itself';
  return `${name}: items that existed before the run are gone or have other values, and ${why}, so whether the run did it is not known: ${paths.join(', ')}`;
}

/** The write after which lists were compared, and all since they were compared before. */
export interface Suspects {
  readonly after: Pick<SentWrite, 'n' | 'method' | 'path'> | undefined;
  readonly all: readonly SentWrite[];
  /** The last write before that one, where there is none since: its effect may have shown late. */
  readonly before?: SentWrite | undefined;
}

/** Names what the run harmed: the item, the request after which it was seen, and the request that would restore it. */
export function buildHarm(
  collection: Collection,
  loss: Loss,
  { after, all, before }: Suspects,
  options: CompareListsOptions & { readonly file: string | undefined },
): HarmedItem {
  const { is, path, members } = loss;
  const late = before === undefined ? '' : `, or late since ${before.method} ${before.path} (exchange ${before.n})`;
  const { file } = options;
  const restore = buildRestoration(collection, loss, options);
  // A comparison follows the first write of each kind, so that is the likeliest one.
  const likeliest = after ?? all.findLast((one) => one.path.startsWith(collection.path)) ?? all.at(-1);
  const others = all.filter(({ n }) => n !== likeliest?.n).length;
  const first = Math.min(...all.map(({ n }) => n));
  const rest = others === 0 ? '' : `, or one of ${others} other writes since exchange ${first}`;
  return {
    collection: collection.name,
    url: path ?? collection.path,
    is: is === 'missing' ? 'gone' : 'changed',
    ...(is === 'changed' && { members: members.map((name) => `/${name}`) }),
    after: likeliest
      ? `${likeliest.method} ${likeliest.path} (exchange ${likeliest.n})${rest}`
      : `a request that should change nothing${late}`,
    ...(file !== undefined && { contents: file }),
    ...(restore && { restore }),
  };
}

/** A request with what clients write of an item, as a client sends it. */
function buildRestoration(
  collection: Collection,
  { is, path, before, members }: Loss,
  { document, getAccepted }: CompareListsOptions,
): HarmedItem['restore'] {
  const { create, replace, patch, path: list, creation } = collection;
  if (!isObject(before)) return undefined;
  const written = listWrittenMembers(collection, document, getAccepted(collection.name));
  const pick = (isWanted: (name: string) => boolean): Json =>
    Object.fromEntries(Object.entries(before).filter(([name]) => isWanted(name)));
  const wrap = (method: Method, url: string, json: Json) => ({
    method,
    url,
    body: wrapSent(collection, { method, path: url }, json),
  });
  const content = pick((name) => typeof written === 'string' || written.has(name));
  if (is === 'changed' && path !== undefined && patch !== undefined)
    return wrap('PATCH', path, typeof written === 'string' ? pick((name) => members.includes(name)) : content);
  const isReplaceable = is === 'changed' || create === undefined || creation?.isNamed === true;
  if (path !== undefined && replace !== undefined && isReplaceable) return wrap('PUT', path, content);
  return is === 'missing' && create !== undefined ? wrap(create.method, creation?.path ?? list, content) : undefined;
}
