import {
  answered,
  assume,
  breachOf,
  type Exchange,
  type Item,
  type Items,
  isStillBroken,
  type Json,
  type NearMiss,
} from '#rule';
import { makeAndRead } from './_made.js';

/** Replacements that were sent to a thing of one's own, and that thing as it was before. */
export interface Attempt {
  readonly item: Item;
  readonly before: Exchange;
  readonly puts: readonly { readonly miss: NearMiss; readonly sent: Json; readonly put: Exchange }[];
}

/**
 * Replacements that were refused, every one of them. Who takes one all the same has changed the thing, and may be lenient
 * there alone: then those that were refused go to another thing. Ends the case where none was.
 */
export async function refusedPuts(items: Items, body: Json, misses: readonly NearMiss[]): Promise<Attempt> {
  const first = await attempt(items, body, misses);
  assume(first.puts.length > 0, 'no-usable-case', 'what was broken is mended by a mark or a unique value');
  const refused = first.puts.filter(isRefused);
  assume(refused.length > 0, 'setup', whyOf(first) ?? '');
  if (refused.length === first.puts.length) return first;
  const again = await attempt(
    items,
    body,
    refused.map(({ miss }) => miss),
  );
  assume(again.puts.length > 0 && again.puts.every(isRefused), 'setup', whyOf(again) ?? '');
  return again;
}

async function attempt(items: Items, body: Json, misses: readonly NearMiss[]): Promise<Attempt> {
  const { item, read: before } = await makeAndRead(items, body);
  const puts = [];
  for (const miss of misses) {
    const sent = item.worded(miss.body);
    if (!isStillBroken(miss, sent)) continue;
    const put = await item.put(sent);
    assume(!answered(put, 401, 403), 'refused', told(miss, put));
    puts.push({ miss, sent, put });
  }
  return { item, before, puts };
}

const isRefused = ({ put }: Pick<Attempt['puts'][number], 'put'>): boolean =>
  answered(put, 4) && !answered(put, 404, 405, 415);

function whyOf({ puts }: Attempt): string | undefined {
  const taken = puts.find((one) => !isRefused(one));
  return taken && told(taken.miss, taken.put);
}

const told = (miss: NearMiss, { answer }: Exchange): string =>
  `a body with ${breachOf(miss)} was answered ${answer?.status}`;
