import type { LedgerEntry } from '../../ledger/entry.js';
import { hasSameDigests, hasSimilarDigests, isQuotingMarker, minMarkerLength } from '../../ledger/markers.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { HttpResponse } from '../../model/exchange.js';
import { getMember, isObject, type Json } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { CaseClient } from '../items/case-client.js';
import { findTemplate, readPathIds } from '../items/item-address.js';
import { uncached } from './read-item.js';
import { findListed, isListed, type SearchContext, searchList } from './search-list.js';

/** The owner of an item now: its address may have been reused since the ledger entry was written. */
export type Ownership =
  | { readonly is: 'ours' }
  | { readonly is: 'gone' }
  /** `unseen`: nothing that the service answers shows the item; `unanswered`: it may do so later. */
  | { readonly is: 'foreign' | 'barred' | 'unanswered' | 'unseen'; readonly why: string };

/** What the owner of an item is asked with. */
export interface OwnerContext extends Pick<SearchContext, 'meter' | 'model'> {
  readonly purges?: Purges | undefined;
  readonly baseUrl?: string;
}

/** Reads an item before its removal; its list, where GET does not show it. `trial` is the name of its request in the tape. */
export async function readOwner(
  entry: LedgerEntry,
  collection: Collection,
  context: OwnerContext,
  trial: string,
): Promise<Ownership> {
  const { meter, purges } = context;
  if (entry.path === undefined) return { is: 'ours' };
  if (!collection.read) return findOwnerInList(entry, collection, context);
  // The budget of a finished run does not limit the cleanup.
  const client = new CaseClient({ ...meter, send: meter.sendUnmetered }, trial);
  const { answer, silence } = await client.for(collection).trySend({
    method: 'GET',
    path: entry.path,
    ...uncached,
    ...(entry.as !== undefined && { as: entry.as as never }),
  });
  if (answer === undefined) return { is: 'unanswered', why: `GET got no answer (${silence})${unknownOwner}` };
  const { status } = answer;
  // With purge steps, a removed item may still be kept by the service.
  if (status === 404 || status === 410)
    return { is: getMember(purges, collection.name) === undefined ? 'gone' : 'ours' };
  if (status === 401 || status === 403) return { is: 'barred', why: `GET returned ${status}` };
  if (isPassing(status)) return { is: 'unanswered', why: `GET returned ${status}${unknownOwner}` };
  if (status < 200 || status >= 300 || status === 204) return findOwnerInList(entry, collection, context);
  return judgeShown(entry, collection, answer);
}

const judgeShown = (...shown: Parameters<typeof isOwned>): Ownership =>
  isOwned(...shown) ? { is: 'ours' } : { is: 'foreign', why: notOwnedMessage };

/** Whether a later answer may show the item: not where GET is not implemented (501). */
const isPassing = (status: number): boolean => status === 429 || (status >= 500 && status !== 501);

const unknownOwner =
  ', so whose the item is now is not known, and it is not removed; run assay clean when the service answers';

const unseenMessage =
  'neither GET nor its list shows whose the item is now, so it is not removed; look at it, and remove it by hand';

/** Maximum number of pages of a list in which an item is searched. */
const maxPages = 200;

/** Whose an item is that GET does not show, as its list shows it. */
async function findOwnerInList(
  entry: LedgerEntry,
  collection: Collection,
  { meter, model, baseUrl = '' }: OwnerContext,
): Promise<Ownership> {
  // No other item gets such an id.
  if (isUnrepeatableId(String(readPathIds(collection, entry.path ?? '').id))) return { is: 'ours' };
  if (collection.list === undefined) return { is: 'unseen', why: unseenMessage };
  const unmetered = { ...meter, send: meter.sendUnmetered };
  const list = await searchList(entry, { meter: unmetered, baseUrl, model, mostPages: maxPages, leastMs: 0 });
  const shown = list && findListed(list, entry.path);
  if (shown !== undefined) return judgeShown(entry, collection, { json: shown, text: '' });
  const { status, isWhole = false } = list ?? {};
  if (status === undefined || isPassing(status))
    return { is: 'unanswered', why: `the list that may show the item could not be read${unknownOwner}` };
  // A list below an item disappears with that item.
  const isBelow = findTemplate(entry, model.collections)?.path.includes('{') === true;
  const isShowing = status === 200 || status === 206 || (isBelow && (status === 404 || status === 410));
  const isUnlisted = list !== undefined && list.collection.listedAfterMs !== 'never' && !isListed(list, entry.path);
  const isGone = isWhole && isShowing && isUnlisted;
  return isGone ? { is: 'gone' } : { is: 'unseen', why: unseenMessage };
}

const notOwnedMessage =
  'the item shows neither the marker of this run nor the content written last; its address may belong to another item now, so it is not removed';

/**
 * Whether a response shows an item of this run, also as the only member of an object. The content written last is better evidence than
 * the id, because the id may be reused.
 */
export function isOwned(
  entry: LedgerEntry,
  collection: Collection,
  { json: shown, text }: Pick<HttpResponse, 'json' | 'text'>,
): boolean {
  const [inside, ...others] = isObject(shown) ? Object.values(shown) : [];
  const isWrapped = others.length === 0 && isObject(inside);
  return showsOwn(entry, collection, shown, text) || (isWrapped && showsOwn(entry, collection, inside, text));
}

function showsOwn(entry: LedgerEntry, collection: Collection, shown: Json | undefined, text: string): boolean {
  const { prints, past = [], isUnmarked, mark } = entry;
  if (shown === undefined ? isMarkerInText(text, entry) : isQuotingMarker(shown, entry, collection.marker)) return true;
  const written = [...past, ...(prints === undefined ? [] : [prints])].filter((one) => Object.keys(one).length > 0);
  const isMarkless = isUnmarked === true || written.length > 0 || collection.marker === undefined;
  if (!isMarkless) return false;
  const id = String(readPathIds(collection, entry.path ?? '').id);
  const isOnce = isUnrepeatableId(id);
  if (written.length === 0) return isOnce;
  return written.some((one) => (isOnce ? hasSimilarDigests : hasSameDigests)(shown, one, mark, id));
}

/** Content that is not JSON has no members. */
const isMarkerInText = (text: string, { mark, signs = [] }: LedgerEntry): boolean =>
  [mark, ...signs].some((sign) => sign.length >= minMarkerLength && text.toLowerCase().includes(sign.toLowerCase()));

/** Minimum number of changes between digits, small letters and capitals; sequential ids have fewer. */
const minKindChanges = 4;

/** Whether an id is never reused: a UUID, or a long text that mixes letters and digits without a number at its end. */
export function isUnrepeatableId(id: string): boolean {
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return true;
  const [word = ''] = /[a-z0-9]{10,}$/i.exec(id) ?? [];
  const kinds = word.match(/\d+|[a-z]+|[A-Z]+/g) ?? [];
  return kinds.length > minKindChanges && !/\d{4,}$/.test(word);
}
