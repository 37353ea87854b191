import { isLike, isPrinted } from '../../ledger/body-digest.js';
import type { Entry } from '../../ledger/entry.js';
import { isQuoting } from '../../ledger/marker-match.js';
import type { Exchange } from '../../model/exchange.js';
import type { Collection } from '../../model/service/subject.js';
import { idsIn } from '../identity/fill-template.js';
import type { Wire } from '../tools/case-client.js';

/** Whose a thing is by now: an address may have been given out anew since it was written down. */
export type Ownership =
  | { readonly is: 'ours' | 'gone' }
  | { readonly is: 'foreign' | 'barred' | 'unanswered'; readonly why: string };

/** Looks at a thing before it is removed; what cannot be read is taken at its address. */
export async function ownershipOf(
  entry: Entry,
  collection: Collection,
  isPurged: boolean,
  ask: Wire['ask'],
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
  return isKnown(entry, collection, exchange) ? { is: 'ours' } : { is: 'foreign', why: notOurs };
}

const notOurs =
  'it shows no mark of this run, nor what was written there last: its address may be that of something else by now, so it is left alone';

/**
 * Whether an answer shows a thing of ours. What was written there last tells better than any id: whoever shows something else
 * may have come after.
 */
function isKnown(entry: Entry, collection: Collection, { answer }: Exchange): boolean {
  const { prints, past = [], isUnmarked, mark } = entry;
  const shown = answer?.json;
  if (shown === undefined ? isTold(answer?.text, entry) : isQuoting(shown, entry, collection.marker)) return true;
  const written = [...past, ...(prints === undefined ? [] : [prints])].filter((one) => Object.keys(one).length > 0);
  const isMarkless = isUnmarked === true || written.length > 0 || collection.marker === undefined;
  if (!isMarkless) return false;
  const isOnce = isUncountable(String(idsIn(collection, entry.path ?? '').id));
  if (written.length === 0) return isOnce;
  return written.some((one) => (isOnce ? isLike : isPrinted)(shown, one, mark));
}

/** What is no JSON has no members. */
const isTold = (text = '', { mark, signs = [] }: Entry): boolean =>
  [mark, ...signs].some((sign) => sign.length >= leastSign && text.toLowerCase().includes(sign.toLowerCase()));

/** Length from which on a text is nobody else's. */
const leastSign = 6;

/** Whether an id is one of so many that it is never given out again: a UUID, or a long word in which letters and digits take turns, without a count at its end. */
export function isUncountable(id: string): boolean {
  if (/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return true;
  const [word = ''] = /[a-z0-9]{10,}$/i.exec(id) ?? [];
  return turnsIn(word) >= mostCounted && !/\d{4,}$/.test(word);
}

/** Times that a word goes on in another kind of character: what is counted has a few. */
const mostCounted = 4;

const turnsIn = (word: string): number =>
  [...word].filter((character, i) => i > 0 && kindOf(character) !== kindOf(word[i - 1] ?? '')).length;

const kindOf = (character: string): string =>
  /\d/.test(character) ? 'digit' : /[a-z]/.test(character) ? 'small' : 'capital';
