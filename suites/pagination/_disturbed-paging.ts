import { type Collection, type Finding, type Item, type Items, inconclusive, violated, type Walk } from '#rule';
import {
  countAppearances,
  findNotOnce,
  judgeUnfinished,
  listShowingExchanges,
  type RecordedWalk,
  walkAndRecord,
} from './_page-walk.js';

/**
 * A walk through all pages that was disturbed by an insertion or removal, and an undisturbed walk where the first one
 * went wrong.
 */
export interface DisturbedWalk {
  readonly seen: RecordedWalk;
  readonly control: RecordedWalk | undefined;
  readonly size: number;
  /** Items that must appear exactly once. */
  readonly staying: readonly Item[];
}

/**
 * Continues the walk after the disturbance; where an item is missing or repeated, an undisturbed walk shows whether
 * the disturbance is the reason.
 */
export async function compareAtRest(
  items: Items,
  seen: RecordedWalk,
  size: number,
  staying: readonly Item[],
): Promise<DisturbedWalk> {
  const isGood = judgeUnfinished(seen.walk) === undefined && findNotOnce(seen, staying) === undefined;
  return { seen, size, staying, control: isGood ? undefined : await walkAndRecord(items, { size }) };
}

/** Violated when an item did not appear exactly once, but does so in an undisturbed walk; undefined when all appeared once. */
export function judgeDisturbed(
  { seen, control, size, staying }: DisturbedWalk,
  collection: Collection,
): Finding | undefined {
  const doubt = judgeUnfinished(seen.walk);
  // A walk that was led back shows earlier entries again; the entries that it did not reach prove nothing.
  const odd = doubt ? staying.find((item) => countAppearances(seen, item) > 1) : findNotOnce(seen, staying);
  if (odd === undefined) return doubt;
  if (isCounted(seen.walk, size, collection))
    return inconclusive('no-usable-case', 'the next page seems to be selected by a count, so entries may shift');
  if (control === undefined || judgeUnfinished(control.walk) || findNotOnce(control, staying))
    return inconclusive(
      'assumption:pagination/paging-shows-every-item-once',
      'the item does not appear exactly once in an undisturbed walk',
    );
  const times = countAppearances(seen, odd);
  return violated({
    expected: `${odd.id} once`,
    actual: `${times === 0 ? 'never' : `${times} times`}, in pages of ${size}`,
    shows: listShowingExchanges(seen, odd),
  });
}

/** Whether links that look like cursors count pages or entries: entries of such a walk may shift. */
function isCounted({ pages }: Walk, size: number, { pagination }: Collection): boolean {
  const { params, style } = pagination;
  const nexts = pages.flatMap(({ next }) => (next === undefined ? [] : [new URLSearchParams(next.split('?')[1])]));
  const names = [params.page, params.offset].filter((name) => name !== undefined);
  if (names.some((name) => nexts.some((query) => query.has(name)))) return true;
  const isNumbered = (name: string) =>
    nexts.every((query, i) => [i + 1, i + 2, (i + 1) * size].includes(Number(query.get(name) ?? 'none')));
  const [first] = nexts;
  return (
    style === 'link' &&
    first !== undefined &&
    [...first.keys()].some((name) => name !== params.size && isNumbered(name))
  );
}
