import {
  answered,
  assume,
  breachOf,
  type Exchange,
  type Item,
  type Items,
  type Json,
  type JsonObject,
  type NearMiss,
  wordedPatch,
} from '#rule';
import { makeAndRead } from './_made.js';
import { mixed } from './_mixed.js';

/** Patches that were sent to a thing of one's own, and that thing as it was before. */
export interface Attempt {
  readonly item: Item;
  readonly before: Exchange;
  readonly patches: readonly { readonly miss: NearMiss; readonly sent: Json; readonly patched: Exchange }[];
}

/**
 * Patches that were refused, every one of them. Who takes one all the same has changed the thing, and may be lenient
 * there alone: then those that were refused go to another thing. Ends the case where none was.
 */
export async function refusedPatches(
  items: Items,
  body: Json,
  patch: JsonObject,
  misses: readonly NearMiss[],
): Promise<Attempt> {
  const first = await attempt(items, body, patch, misses);
  const refused = first.patches.filter(isRefused);
  assume(refused.length > 0, 'setup', whyOf(first) ?? '');
  if (refused.length === first.patches.length) return first;
  const again = await attempt(
    items,
    body,
    patch,
    refused.map(({ miss }) => miss),
  );
  assume(again.patches.every(isRefused), 'setup', whyOf(again) ?? '');
  return again;
}

async function attempt(items: Items, body: Json, patch: JsonObject, misses: readonly NearMiss[]): Promise<Attempt> {
  const { item, read: before } = await makeAndRead(items, body);
  const patches = [];
  for (const miss of misses) {
    const sent = mixed(wordedPatch(item, patch), miss);
    const patched = await item.patch(sent);
    assume(!answered(patched, 401, 403), 'refused', told(miss, patched));
    patches.push({ miss, sent, patched });
  }
  return { item, before, patches };
}

const isRefused = ({ patched }: Pick<Attempt['patches'][number], 'patched'>): boolean =>
  answered(patched, 4) && !answered(patched, 404, 405, 415);

function whyOf({ patches }: Attempt): string | undefined {
  const taken = patches.find((one) => !isRefused(one));
  return taken && told(taken.miss, taken.patched);
}

const told = (miss: NearMiss, { answer }: Exchange): string =>
  `a patch with ${breachOf(miss)} was answered ${answer?.status}`;
