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

/** What stands after a claim that was refused. */
export interface Aftermath {
  readonly refused: Exchange;
  readonly trace: Trace;
  /** Entries of the list that carry the mark of the holder and of the claim, and the pages that show them. */
  readonly found: readonly Json[];
  readonly pages: readonly Exchange[];
}

/** Claims the values of the holder by POST; looks for what was made, and at the holder. */
export async function claimAndLook(tools: Tools, holder: Holder, body: Json): Promise<Aftermath> {
  const { mark } = holder.creation;
  const refused = (await claim(tools, holder, body)).exchange;
  const listing = await tools.items.listUntil((seen) => isListed(seen, mark));
  const trace = await traceOn(holder.item, holder.read, [refused]);
  return { refused, trace, found: findMarkedEntries(listing, mark), pages: findMarkedPages(listing, mark) };
}

/** Claims the values of the holder for another thing by PUT or PATCH, and looks at that one. */
export async function writeAndLook(
  tools: Tools,
  holder: Holder,
  way: Way,
  [body, replacement]: readonly [Json, Json],
): Promise<Aftermath> {
  const bystander = await hold(tools, body);
  const refused = await takeOver(bystander.item, way, holder.creation.sent, tools, replacement);
  assume(hasStatus(refused, 4), 'setup', `${way} with a taken value was answered ${refused.answer?.status}`);
  return { refused, trace: await traceOn(bystander.item, bystander.read, [refused]), found: [], pages: [] };
}
