import { assume, type Exchange, hasStatus, type Item, type Tools } from '#rule';
import { type Change, writeChange } from './_change.js';
import { readTag } from './_entity-tag.js';

/** How an If-Match value differs from the current entity tag. */
export type OutdatedKind = 'was current' | 'was never used' | 'is one of several';

/** An item that was changed after its entity tag was read. */
export interface OutdatedTag {
  readonly written: Exchange;
  readonly before: Exchange;
  /** The value of If-Match, which must not match. */
  readonly match: string;
}

/**
 * Changes an item with If-Match of its entity tag, where that can match, so that the tag is outdated. Ends the case
 * where that fails.
 */
export async function outdateTag(item: Item, change: Change, how: OutdatedKind, tools: Tools): Promise<OutdatedTag> {
  const { tag } = await readTag(item, tools);
  const matched = await writeChange(item, change, tools, tag);
  // A weak tag never matches (RFC 9110 §13.1.1). Then the control is a write without a condition that succeeds.
  const isWeak = tag.startsWith('W/') && hasStatus(matched.exchange, 412);
  const { exchange: written } = isWeak ? await writeChange(item, change, tools) : matched;
  const told = `${isWeak ? 'without' : 'with'} If-Match, ${written.method} returned ${written.answer?.status}`;
  assume(!hasStatus(written, 401, 403), 'refused', told);
  assume(hasStatus(written, 200, 204), 'no-usable-case', told);
  const changed = await readTag(item, tools);
  assume(changed.tag !== tag, 'no-usable-case', `the entity tag did not change after ${written.method}`);
  const never = `"assay-${tools.fresh.word()}"`;
  const match = { 'was current': tag, 'was never used': never, 'is one of several': `${never}, ${tag}` }[how];
  return { written, before: changed.read, match };
}
