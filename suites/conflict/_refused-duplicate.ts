import {
  assume,
  type Exchange,
  findMarkedEntries,
  findMarkedPages,
  hasStatus,
  isListed,
  type Json,
  type Tools,
} from '#rule';
import { type EffectOnItem, readEffect } from './_effect-on-item.js';
import {
  createHolder,
  type Holder,
  postDuplicateValues,
  type WriteMethod,
  writeUniqueValues,
} from './_unique-values.js';

/** What exists after a refused request for a taken value. */
export interface RefusedDuplicate {
  readonly refused: Exchange;
  readonly trace: EffectOnItem;
  /** Entries of the list that carry the marker of the holder and of the refused request, and the pages that show them. */
  readonly found: readonly Json[];
  readonly pages: readonly Exchange[];
}

/** Requests the unique values of the holder by POST, then reads the list for a new item, and the holder. */
export async function postDuplicate(tools: Tools, holder: Holder, body: Json): Promise<RefusedDuplicate> {
  const { mark } = holder.creation;
  const refused = (await postDuplicateValues(tools, holder, body)).exchange;
  const listing = await tools.items.listUntil((seen) => isListed(seen, mark));
  const trace = await readEffect(holder.item, holder.read, [refused]);
  return { refused, trace, found: findMarkedEntries(listing, mark), pages: findMarkedPages(listing, mark) };
}

/** Requests the unique values of the holder for another item by PUT or PATCH, then reads that item. */
export async function writeDuplicate(
  tools: Tools,
  holder: Holder,
  way: WriteMethod,
  [body, replacement]: readonly [Json, Json],
): Promise<RefusedDuplicate> {
  const bystander = await createHolder(tools, body);
  const refused = await writeUniqueValues(bystander.item, way, holder.creation.sent, tools, replacement);
  assume(hasStatus(refused, 4), 'setup', `${way} with a taken value returned ${refused.answer?.status}`);
  return { refused, trace: await readEffect(bystander.item, bystander.read, [refused]), found: [], pages: [] };
}
