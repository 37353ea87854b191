import { type Exchange, hasStatus } from '../../model/exchange.js';
import type { Json } from '../../model/json.js';
import type { Effect } from '../../model/observed-exchange.js';
import type { HttpRequest } from '../../rule/http/request.js';
import type { Item } from '../../rule/items.js';
import type { JudgingTools, Tools } from '../../rule/tools.js';
import { findEffect, findMarkers, isCreatedBy } from './seen-exchange.js';

/** A request that was sent, and what it left behind. */
export interface FollowedRequest {
  readonly exchange: Exchange;
  readonly effect?: Effect | undefined;
  /** The exchanges that show both. */
  readonly shows?: readonly Exchange[];
}

/** Maximum number of creations that are sent until one is refused in the same way, such as by a rate limit. */
const maxAttempts = 20;

/**
 * Sends a creation, and others like it until one is refused with the same status. Then creates a valid item, waits until the
 * list shows that, and searches the list for the refused one.
 */
export async function followCreation(
  { client, items }: Tools,
  status: number | undefined,
  buildOrder: () => HttpRequest,
  working: Json,
): Promise<FollowedRequest> {
  let order = buildOrder();
  let exchange = await client.trySend(order);
  for (let i = 1; i < maxAttempts && exchange.answer?.status !== status && hasStatus(exchange, 2); i += 1) {
    order = buildOrder();
    exchange = await client.trySend(order);
  }
  if (exchange.answer?.status !== status) return { exchange };
  const { text } = order;
  const content = typeof text === 'string' ? text : undefined;
  const control = await items.post(working, { role: 'control', marked: true });
  const { item } = control;
  const listing = await items.listUntil((seen) => item === undefined || items.findEntry(seen, item) !== undefined);
  const marks = findMarkers(content);
  const after = listing.entries.find((entry) => marks.some((mark) => isCreatedBy(entry, content, mark)));
  if (after === undefined) return { exchange };
  items.claim(after);
  const shown = listing.pages.filter(({ answer }) => marks.some((mark) => answer?.text.includes(mark)));
  return { exchange, effect: { kind: 'created', before: null, after }, shows: [exchange, ...shown.slice(0, 1)] };
}

/**
 * Reads a new item, sends a request to it, and reads the item again, twice: a member that changes between two reads
 * is no effect. `earlier` is what was sent for the item before.
 */
export async function followWrite(
  item: Item,
  { withoutBookkeeping }: JudgingTools,
  send: () => Promise<Exchange & { readonly content: string | undefined }>,
  earlier: readonly Json[],
): Promise<FollowedRequest> {
  const before = await item.getUntil((read) => hasStatus(read, 200));
  const { content, ...exchange } = await send();
  if (!hasStatus(before, 200)) return { exchange };
  const reads = [await item.get(), await item.get()];
  const effects = reads.map((read) => {
    const isGone = hasStatus(read, 404, 410);
    if (!isGone && !hasStatus(read, 200)) return undefined;
    const shown = (json: Json | undefined) => withoutBookkeeping(json) ?? null;
    const after = isGone ? null : shown(read.answer?.json);
    return findEffect(
      { ...exchange, content },
      { before: shown(before.answer?.json), after, sent: item.sent, earlier },
    );
  });
  const [first, second] = effects;
  if (first === undefined || JSON.stringify(first) !== JSON.stringify(second)) return { exchange };
  return { exchange, effect: first, shows: [before, exchange, ...reads.slice(0, 1)] };
}
