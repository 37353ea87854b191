import { hasSameDigests, hasSimilarDigests } from '../../ledger/body-digest.js';
import type { LedgerEntry } from '../../ledger/entry.js';
import { isQuotingMarker } from '../../ledger/marker-match.js';
import type { Exchange } from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { readPathIds } from '../identity/fill-template.js';
import type { CaseClient } from '../tools/case-client.js';

/** Whose a thing is by now: an address may have been given out anew since it was written down. */
export type Ownership =
  | { readonly is: 'ours' | 'gone' }
  | { readonly is: 'foreign' | 'barred' | 'unanswered'; readonly why: string };

/** Looks at a thing before it is removed; what cannot be read is taken at its address. */
export async function verifyOwnership(
  entry: LedgerEntry,
  collection: Collection,
  isPurged: boolean,
  ask: CaseClient['trySend'],
): Promise<Ownership> {
  if (!collection.read || entry.path === undefined) return { is: 'ours' };
  const exchange = await ask({
    method: 'GET',
    path: entry.path,
    headers: { 'cache-control': 'no-cache' },
    ...(entry.as !== undefined && { as: entry.as as never }),
  });
  const { answer, silence } = exchange;
  const status = answer?.status;
  if (status === undefined) return { is: 'unanswered', why: `GET was answered by silence (${silence})` };
  // A bin keeps what is not shown any more.
  if (status === 404 || status === 410) return { is: isPurged ? 'ours' : 'gone' };
  if (status === 401 || status === 403) return { is: 'barred', why: `GET was answered ${status}` };
  if (status === 429 || status >= 500) return { is: 'unanswered', why: `GET was answered ${status}` };
  if (status !== 200) return { is: 'ours' };
  return isOwned(entry, collection, exchange) ? { is: 'ours' } : { is: 'foreign', why: notOwnedMessage };
}

const notOwnedMessage =
  'it shows no mark of this run, nor what was written there last: its address may be that of something else by now, so it is left alone';

/**
 * Whether an answer shows a thing of ours. What was written there last tells better than any id: whoever shows something else
 * may have come after.
 */
function isOwned(entry: LedgerEntry, collection: Collection, { answer }: Exchange): boolean {
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

/** What is no JSON has no members. */
const isMarkerInText = (text = '', { mark, signs = [] }: LedgerEntry): boolean =>
  [mark, ...signs].some((sign) => sign.length >= minMarkerLength && text.toLowerCase().includes(sign.toLowerCase()));

/** Length from which on a text is nobody else's. */
const minMarkerLength = 6;

/** Whether an id is one of so many that it is never given out again: a UUID, or a long word in which letters and digits take turns, without a count at its end. */
export function isUnrepeatableId(id: string): boolean {
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return true;
  const [word = ''] = /[a-z0-9]{10,}$/i.exec(id) ?? [];
  return countKindChanges(word) >= maxKindChanges && !/\d{4,}$/.test(word);
}

/** Times that a word goes on in another kind of character: what is counted has a few. */
const maxKindChanges = 4;

const countKindChanges = (word: string): number =>
  [...word].filter((character, i) => i > 0 && classifyCharacter(character) !== classifyCharacter(word[i - 1] ?? ''))
    .length;

const classifyCharacter = (character: string): string =>
  /\d/.test(character) ? 'digit' : /[a-z]/.test(character) ? 'small' : 'capital';
