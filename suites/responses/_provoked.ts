import { assume, type Exchange, hasStatus, type Items, isStillBroken, type Json, type NearMiss } from '#rule';

/** A request that must fail, what came of it, and a good twin. */
export interface Provoked {
  readonly way: 'refused' | 'missing';
  readonly bad: Exchange;
  /** What a creation that should have failed made, read back. */
  readonly effect: Exchange | undefined;
  readonly good: Exchange;
  readonly broken: string;
  /** Whether it still was broken when it was sent. */
  readonly isBroken: boolean;
}

/** GET of an address at which nothing ever was. */
export async function askForNothing(body: Json, items: Items): Promise<Provoked> {
  const nothing = await items.getUnknown(body);
  const bad = await nothing.get();
  return { way: 'missing', bad, effect: undefined, good: nothing.createdBy, broken: nothing.path, isBroken: true };
}

/** POST of a body that must be refused; where it was not, what it made is read, and a good twin beside it. */
export async function sendWhatIsBroken(miss: NearMiss, body: Json, items: Items): Promise<Provoked> {
  const { exchange: bad, item, sent } = await items.post(miss.body);
  assume(!hasStatus(bad, 202, 207), 'no-usable-case', 'the outcome is told elsewhere');
  const known = { way: 'refused' as const, bad, isBroken: isStillBroken(miss, sent) };
  const broken = `${miss.keyword} at ${miss.pointer || '/'}`;
  if (!hasStatus(bad, 2)) return { ...known, effect: undefined, good: bad, broken };
  const effect = item && (await item.getUntil((seen) => hasStatus(seen, 200)));
  const good = await items.create(body, { role: 'control' });
  const readable = await good.getUntil((seen) => hasStatus(seen, 200));
  assume(hasStatus(readable, 200), 'setup', 'not even the good twin could be read');
  return { ...known, effect, good: good.createdBy, broken };
}
