import { assume, type Exchange, hasStatus, type Item, type Tools } from '#rule';
import { type Change, write } from './_change.js';
import { readTag } from './_tagged.js';

/** In which way an entity tag is not the current one. */
export type Outdating = 'was current' | 'never was' | 'is one of several';

/** An item that was changed under its entity tag. */
export interface Outdated {
  readonly written: Exchange;
  readonly before: Exchange;
  /** What If-Match is to say, and does not hold. */
  readonly match: string;
}

/** Changes an item with If-Match of its entity tag, where that can match, so that the tag is stale. Ends the case where that does not work. */
export async function outdate(item: Item, change: Change, how: Outdating, tools: Tools): Promise<Outdated> {
  const { tag } = await readTag(item, tools);
  const matched = await write(item, change, tools, tag);
  // A weak tag never matches (RFC 9110 §13.1.1): then the control is that the write succeeds without a condition.
  const isWeak = tag.startsWith('W/') && hasStatus(matched.exchange, 412);
  const { exchange: written } = isWeak ? await write(item, change, tools) : matched;
  const told = `${isWeak ? 'without' : 'with'} If-Match, ${written.method} was answered ${written.answer?.status}`;
  assume(!hasStatus(written, 401, 403), 'refused', told);
  assume(hasStatus(written, 200, 204), 'no-usable-case', told);
  const changed = await readTag(item, tools);
  assume(changed.tag !== tag, 'no-usable-case', `the entity tag is the same after ${written.method}`);
  const never = `"assay-${tools.fresh.word()}"`;
  const match = { 'was current': tag, 'never was': never, 'is one of several': `${never}, ${tag}` }[how];
  return { written, before: changed.read, match };
}
