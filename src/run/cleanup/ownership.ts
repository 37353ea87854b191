import type { LedgerEntry } from '../../ledger/entry.js';
import { hasSameDigests, hasSimilarDigests, isQuotingMarker, minMarkerLength } from '../../ledger/markers.js';
import type { Purges } from '../../ledger/purge-steps.js';
import type { RequestMeter } from '../../limits/request-meter.js';
import type { HttpResponse } from '../../model/exchange.js';
import { getMember } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { CaseClient } from '../items/case-client.js';
import { readPathIds } from '../items/item-address.js';

/** The owner of an item now: its address may have been reused since the ledger entry was written. */
export type Ownership =
  | { readonly is: 'ours' | 'gone' }
  | { readonly is: 'foreign' | 'barred' | 'unanswered'; readonly why: string };

/** Reads an item before its removal. An item that cannot be read is taken as owned. `trial` is the name of its request in the tape. */
export async function readOwner(
  entry: LedgerEntry,
  collection: Collection,
  { meter, purges }: { readonly meter: RequestMeter; readonly purges?: Purges | undefined },
  trial: string,
): Promise<Ownership> {
  if (!collection.read || entry.path === undefined) return { is: 'ours' };
  // The budget of a finished run does not limit the cleanup.
  const client = new CaseClient({ ...meter, send: meter.sendUnmetered }, trial);
  const { answer, silence } = await client.for(collection).trySend({
    method: 'GET',
    path: entry.path,
    headers: { 'cache-control': 'no-cache' },
    ...(entry.as !== undefined && { as: entry.as as never }),
  });
  const status = answer?.status;
  if (status === undefined) return { is: 'unanswered', why: `GET got no answer (${silence})` };
  // With purge steps, a removed item may still be kept by the service.
  if (status === 404 || status === 410)
    return { is: getMember(purges, collection.name) === undefined ? 'gone' : 'ours' };
  if (status === 401 || status === 403) return { is: 'barred', why: `GET returned ${status}` };
  if (status === 429 || status >= 500) return { is: 'unanswered', why: `GET returned ${status}` };
  if (status !== 200) return { is: 'ours' };
  return isOwned(entry, collection, answer) ? { is: 'ours' } : { is: 'foreign', why: notOwnedMessage };
}

const notOwnedMessage =
  'the item shows neither the marker of this run nor the content written last; its address may belong to another item now, so it is not removed';

/**
 * Whether a response shows an item of this run. The content written last is better evidence than the id, because the id
 * may be reused.
 */
export function isOwned(
  entry: LedgerEntry,
  collection: Collection,
  answer: Pick<HttpResponse, 'json' | 'text'> | undefined,
): boolean {
  const { prints, past = [], isUnmarked, mark } = entry;
  const shown = answer?.json;
  if (shown === undefined ? isMarkerInText(answer?.text, entry) : isQuotingMarker(shown, entry, collection.marker))
    return true;
  const written = [...past, ...(prints === undefined ? [] : [prints])].filter((one) => Object.keys(one).length > 0);
  const isMarkless = isUnmarked === true || written.length > 0 || collection.marker === undefined;
  if (!isMarkless) return false;
  const isOnce = isUnrepeatableId(String(readPathIds(collection, entry.path ?? '').id));
  if (written.length === 0) return isOnce;
  return written.some((one) => (isOnce ? hasSimilarDigests : hasSameDigests)(shown, one, mark));
}

/** Content that is not JSON has no members. */
const isMarkerInText = (text = '', { mark, signs = [] }: LedgerEntry): boolean =>
  [mark, ...signs].some((sign) => sign.length >= minMarkerLength && text.toLowerCase().includes(sign.toLowerCase()));

/** Whether an id is never reused: a UUID, or a long text that mixes letters and digits without a number at its end. */
export function isUnrepeatableId(id: string): boolean {
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return true;
  const [word = ''] = /[a-z0-9]{10,}$/i.exec(id) ?? [];
  return countKindChanges(word) >= maxKindChanges && !/\d{4,}$/.test(word);
}

/** Number of changes between kinds of characters; sequential ids have fewer. */
const maxKindChanges = 4;

const countKindChanges = (word: string): number =>
  [...word].filter((character, i) => i > 0 && classifyCharacter(character) !== classifyCharacter(word[i - 1] ?? ''))
    .length;

const classifyCharacter = (character: string): string =>
  /\d/.test(character) ? 'digit' : /[a-z]/.test(character) ? 'small' : 'capital';
