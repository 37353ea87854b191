import { type Collection, type Finding, type Item, type Items, inconclusive, violated, type Walk } from '#rule';
import { oddOne, type Seen, showing, timesOf, unfinished, walkAndNote } from './_walk.js';

/** A walk during which something happened, and a walk at rest where the first went wrong. */
export interface Disturbed {
  readonly seen: Seen;
  readonly control: Seen | undefined;
  readonly size: number;
  /** Things that must be seen exactly once. */
  readonly staying: readonly Item[];
}

/** Walks on after something happened; where something is amiss, a walk at rest shows whether it was because of that. */
export async function compareAtRest(
  items: Items,
  seen: Seen,
  size: number,
  staying: readonly Item[],
): Promise<Disturbed> {
  const isGood = unfinished(seen.walk) === undefined && oddOne(seen, staying) === undefined;
  return { seen, size, staying, control: isGood ? undefined : await walkAndNote(items, { size }) };
}

/** Violated when a thing was not seen once that a walk at rest shows once; undefined when all were. */
export function judgeDisturbed(
  { seen, control, size, staying }: Disturbed,
  collection: Collection,
): Finding | undefined {
  const doubt = unfinished(seen.walk);
  // Who is led back sees again what was there before; what would have come behind says nothing.
  const odd = doubt ? staying.find((item) => timesOf(seen, item) > 1) : oddOne(seen, staying);
  if (odd === undefined) return doubt;
  if (isCounted(seen.walk, size, collection))
    return inconclusive('no-usable-case', 'the next page seems to be counted, so that it may shift');
  if (control === undefined || unfinished(control.walk) || oddOne(control, staying))
    return inconclusive('assumption:pagination/paging-shows-every-item-once', 'it is not seen once in a walk at rest');
  const times = timesOf(seen, odd);
  return violated({
    expected: `${odd.id} once`,
    actual: `${times === 0 ? 'never' : `${times} times`}, in pages of ${size}`,
    shows: showing(seen, odd),
  });
}

/** Whether links that look like cursors count pages or entries: such a walk may shift, and says so openly. */
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
