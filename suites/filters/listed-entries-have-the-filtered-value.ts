import {
  assume,
  compare,
  defineRule,
  held,
  http,
  inconclusive,
  type Json,
  needs,
  type Tools,
  values,
  violated,
} from '#rule';
import { filterable, readTexts } from './_shared/filtered-lists.js';

/** Most values of a filter in one case, most lists, and most pages of each. */
const [maxValues, maxLists, maxPages] = [3, 6, 3];

/** Nothing needs to be created: each entry shows itself which value it has. Where the run may write, it adds a few entries first. */
export default defineRule({
  clause: 'DOC-09',
  title: 'Each entry of a filtered list shows the value',
  otherwise: 'A filtered list has an entry that shows another value',
  doubt: 'A parameter with the name of a member may select by something else.',
  touches: 'reads',
  needs: [needs.listable, filterable],
  assumes: ['filters/filtered-list-has-only-matching-items'],
  cases: 2,
  given: (bodies) =>
    values.record({ bodies: values.batch(bodies.body(), 4), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: async ({ bodies, turn }, tools) => {
    for (const body of tools.collection.create?.request ? bodies : []) await tools.items.getAny(body);
    return readListedValues(tools, turn);
  },
  then: (looks) => {
    const wrong = looks.find(({ stray }) => stray !== undefined);
    const pages = (wrong ? [wrong] : looks).flatMap(({ walk }) => walk.pages.map(({ exchange }) => exchange));
    if (pages.some(http.isCached)) return inconclusive('noise', 'a cache answered instead of the service');
    if (wrong?.stray)
      return violated({
        expected: { [wrong.pointer]: wrong.value },
        actual: { [wrong.pointer]: wrong.stray.texts.join(', ') },
        shows: pages.slice(0, 3),
      });
    const failed = pages.find((page) => !http.hasStatus(page, 2));
    return failed ? inconclusive('setup', `the filtered list returned ${failed.answer?.status}`) : held;
  },
  silentIn: ['filtered-lists', 'filters-by-part', 'pagination-offset', 'small-pages'],
});

const rotate = <T>(all: readonly T[], by: number): T[] => [
  ...all.slice(by % Math.max(all.length, 1)),
  ...all.slice(0, by % Math.max(all.length, 1)),
];

/** Reads the list filtered by values of its entries, and once more where an entry shows another value. */
async function readListedValues({ items, collection }: Tools, turn: number) {
  const page = await items.page(items.firstPage());
  const entries = page.entries ?? [];
  const usable = Object.entries(collection.filters ?? {}).flatMap(([name, pointer]) => {
    const all = entries.flatMap((entry) => readTexts(compare.getAtPointer(entry, pointer)));
    const different = [...new Set(all)].filter((text) => text !== '' && !/[%_*]/.test(text));
    const values = different.length < 2 ? [] : rotate(different, turn).slice(0, maxValues);
    return values.map((value) => ({ name, pointer, value }));
  });
  assume(usable.length > 0, 'no-usable-case', 'the entries of the list do not show two values of a filtered member');
  const seen = [];
  for (const filter of rotate(usable, turn * maxValues).slice(0, maxLists)) {
    const from = items.firstPage(undefined, { [filter.name]: filter.value });
    const read = async () => {
      const walk = await items.walk({ from, maxPages });
      return { ...filter, walk, stray: findStray(items, walk.entries, filter.pointer, filter.value) };
    };
    const look = await read();
    if (look.stray !== undefined) {
      // Waits for the end of the window in which a filter may lag behind what the entries show.
      await items.listUntil(() => false);
      const again = await read();
      seen.push(again.stray?.id === look.stray.id ? again : { ...again, stray: undefined });
    } else seen.push(look);
  }
  return seen;
}

/** An entry that shows values, but not the wanted one or a text with it: a filter of texts may compare a part. */
function findStray(items: Tools['items'], entries: readonly Json[], pointer: string, value: string) {
  const fold = (text: string) => text.normalize('NFKC').toLowerCase().trim();
  return entries
    .map((entry) => ({ id: items.readId(entry), texts: readTexts(compare.getAtPointer(entry, pointer)) }))
    .find(({ texts }) => texts.length > 0 && !texts.some((text) => fold(text).includes(fold(value))));
}
