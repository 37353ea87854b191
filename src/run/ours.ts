import type { Collection, Exchange, Json } from '../rule/index.js';
import type { Entry } from './ledger.js';
import { isShownIn } from './lost.js';
import { idsIn } from './place.js';
import { isPrinted } from './prints.js';
import type { Wire } from './wire.js';

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

function isKnown(entry: Entry, collection: Collection, { answer }: Exchange): boolean {
  if (isShownIn(answer?.text ?? '', entry)) return true;
  const isMarkless = entry.isUnmarked === true || entry.prints !== undefined || collection.marker === undefined;
  if (!isMarkless) return false;
  if (isUncountable(String(idsIn(collection, entry.path ?? '').id))) return true;
  return entry.prints !== undefined && isPrinted(answer?.json as Json | undefined, entry.prints, entry.mark);
}

/** Whether an id is one of so many that it is never given out again: a UUID, or a long word with digits and letters. */
const isUncountable = (id: string): boolean =>
  /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id) ||
  (/(?=[a-z0-9]*\d)(?=[a-z0-9]*[a-z])[a-z0-9]{10,}$/i.test(id) && !/^0*\d+$/.test(id));
