import { pairs, type Sizing, sizes } from './parameter-names.js';
import { type Asking, oneOf, type Params, shows } from './query-list.js';

/** Most names that are tried one by one. */
const singly = 6;

/**
 * Finds what sizes a page: a parameter that cuts the list to its first entry when set to 1, and to its first two when
 * set to 2. A filter does one of these at most. `hinted` are names that are tried first, such as those of a sibling.
 */
export async function findSize(asking: Asking, hinted: readonly Sizing[]): Promise<Sizing | undefined> {
  const { keys } = asking;
  const singles: Sizing[] = sizes.slice(0, singly).map((size) => ({ size }));
  const hint = await firstOf(asking, hinted);
  if (hint) return hint;
  const all = await asking.ask(allOne(sizes));
  if (shows(all, keys, 0, 1)) return amongAll(asking);
  if (!isPlain(all.keys, keys)) return firstOf(asking, [...singles, ...pairs]);
  // All were ignored: some lists come in pages only where a page is asked for by its number.
  const paired = await asking.ask(allOne(pairs.flatMap(({ size, page = '' }) => [size, page])));
  return isPlain(paired.keys, keys) ? undefined : firstOf(asking, pairs);
}

async function amongAll(asking: Asking): Promise<Sizing | undefined> {
  const cuts = async (names: readonly string[]) => shows(await asking.ask(allOne(names)), asking.keys, 0, 1);
  const size = await oneOf(sizes, cuts);
  return size !== undefined && (await doesSize(asking, { size }, true)) ? { size } : undefined;
}

async function firstOf(asking: Asking, all: readonly Sizing[]): Promise<Sizing | undefined> {
  for (const one of all) if (await doesSize(asking, one)) return one;
  return undefined;
}

async function doesSize(asking: Asking, { size, page }: Sizing, isOneSeen = false): Promise<boolean> {
  const beside: Params = page === undefined ? {} : { [page]: '1' };
  const cutTo = async (many: number) =>
    shows(await asking.ask({ [size]: String(many), ...beside }), asking.keys, 0, many);
  return (isOneSeen || (await cutTo(1))) && cutTo(2);
}

const allOne = (names: readonly string[]): Params => Object.fromEntries(names.map((name) => [name, '1']));

const isPlain = (keys: readonly string[] | undefined, plain: readonly string[]): boolean =>
  keys?.length === plain.length && keys.every((key, index) => key === plain[index]);
