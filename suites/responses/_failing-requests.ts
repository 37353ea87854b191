import { assume, type Exchange, hasStatus, type Items, isStillBroken, type Json, type NearMiss } from '#rule';

/** A request that must fail, its outcome, and a valid request for comparison. */
export interface FailingRequest {
  readonly way: 'refused' | 'missing';
  readonly bad: Exchange;
  /** The item that the creation created instead of failing, read back. */
  readonly effect: Exchange | undefined;
  readonly good: Exchange;
  readonly broken: string;
  /** Whether the content was still invalid when it was sent. */
  readonly isBroken: boolean;
}

/** GET of an address at which no item ever existed. */
export async function getMissingItem(body: Json, items: Items): Promise<FailingRequest> {
  const nothing = await items.getUnknown(body);
  const bad = await nothing.get();
  return { way: 'missing', bad, effect: undefined, good: nothing.createdBy, broken: nothing.path, isBroken: true };
}

/** POST of an invalid body; where it was not refused, the created item is read, and a valid one beside it. */
export async function postInvalidBody(miss: NearMiss, body: Json, items: Items): Promise<FailingRequest> {
  const { exchange: bad, item, sent } = await items.post(miss.body);
  assume(!hasStatus(bad, 202, 207), 'no-usable-case', 'the outcome is at another resource');
  const known = { way: 'refused' as const, bad, isBroken: isStillBroken(miss, sent) };
  const broken = `${miss.keyword} at ${miss.pointer || '/'}`;
  if (!hasStatus(bad, 2)) return { ...known, effect: undefined, good: bad, broken };
  const effect = item && (await item.getUntil((seen) => hasStatus(seen, 200)));
  const good = await items.create(body, { role: 'control' });
  const readable = await good.getUntil((seen) => hasStatus(seen, 200));
  assume(hasStatus(readable, 200), 'setup', 'the item of a valid creation could not be read');
  return { ...known, effect, good: good.createdBy, broken };
}
