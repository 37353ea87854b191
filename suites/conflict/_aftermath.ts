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
import { type Trace, traceOn } from './_trace.js';
import { claim, type Holder, hold, takeOver, type Way } from './_unique.js';

/** What exists after a refused request for a taken value. */
export interface Aftermath {
  readonly refused: Exchange;
  readonly trace: Trace;
  /** Entries of the list that carry the marker of the holder and of the refused request, and the pages that show them. */
  readonly found: readonly Json[];
  readonly pages: readonly Exchange[];
}

/** Requests the unique values of the holder by POST, then reads the list for a new item, and the holder. */
export async function claimAndLook(tools: Tools, holder: Holder, body: Json): Promise<Aftermath> {
  const { mark } = holder.creation;
  const refused = (await claim(tools, holder, body)).exchange;
  const listing = await tools.items.listUntil((seen) => isListed(seen, mark));
  const trace = await traceOn(holder.item, holder.read, [refused]);
  return { refused, trace, found: findMarkedEntries(listing, mark), pages: findMarkedPages(listing, mark) };
}

/** Requests the unique values of the holder for another item by PUT or PATCH, then reads that item. */
export async function writeAndLook(
  tools: Tools,
  holder: Holder,
  way: Way,
  [body, replacement]: readonly [Json, Json],
): Promise<Aftermath> {
  const bystander = await hold(tools, body);
  const refused = await takeOver(bystander.item, way, holder.creation.sent, tools, replacement);
  assume(hasStatus(refused, 4), 'setup', `${way} with a taken value returned ${refused.answer?.status}`);
  return { refused, trace: await traceOn(bystander.item, bystander.read, [refused]), found: [], pages: [] };
}
