import { assume, compare, type Exchange, http, type Item, type Json, type Tools } from '#rule';
import { has } from './filtered-lists.js';

const maxWalked = 30;

/** Changes the filtered member of an item to another value. Ends the case where the filters do not show it before. */
export async function changeFilteredValue(tools: Tools, bodies: readonly Json[], turn: number) {
  const { collection, items } = tools;
  const usable = Object.entries(collection.filters ?? {}).flatMap(([name, pointer]) => {
    const pair = findPair(bodies, pointer);
    return pair ? [{ name, pointer, ...pair }] : [];
  });
  const chosen = usable[turn % Math.max(usable.length, 1)];
  assume(chosen !== undefined, 'no-usable-case', 'no filtered member has two values in the generated bodies');
  const { name, pointer, former, present } = chosen;
  const item = await items.create(former, { role: 'control' });
  const other = await items.create(present, { role: 'control' });
  const from = await readText(item, pointer);
  const to = await readText(other, pointer);
  const why = `the items have similar values of ${name}`;
  assume(from !== '' && to !== '' && !isSimilarText(from, to), 'no-usable-case', why);
  const walk = (value: string) =>
    items.walk({ from: items.firstPage(undefined, { [name]: value }), maxPages: maxWalked });
  const isUsual = has(items, await walk(from), item) && has(items, await walk(to), other);
  assume(isUsual, 'setup', `the lists filtered by ${name} do not show the items before the change`);
  const written = await write(tools, item, pointer, compare.getAtPointer(present, pointer) ?? null);
  assume(http.hasStatus(written, 200, 204), 'setup', `the change returned ${written.answer?.status}`);
  assume((await readText(item, pointer)) === to, 'setup', `GET does not show the changed value of ${name}`);
  const look = async () => {
    const [byFormer, byPresent] = [await walk(from), await walk(to)];
    const [isInFormer, isInPresent] = [has(items, byFormer, item), has(items, byPresent, item)];
    return { byFormer, byPresent, isInFormer, isInPresent };
  };
  const first = await look();
  if (!first.isInFormer && first.isInPresent) return { name, from, to, written, looks: [first] };
  // Waits for the end of the window in which reads may lag behind.
  await items.listUntil(() => false);
  return { name, from, to, written, looks: [first, await look()] };
}

/** Two bodies with different texts, numbers or truth values of a member. */
function findPair(bodies: readonly Json[], pointer: string): { former: Json; present: Json } | undefined {
  const value = (body: Json) => compare.getAtPointer(body, pointer);
  const former = bodies.find((body) => isScalar(value(body)));
  const present = bodies.find(
    (body) => isScalar(value(body)) && !isSimilarText(`${value(body)}`, `${value(former ?? null)}`),
  );
  return former === undefined || present === undefined ? undefined : { former, present };
}

const isScalar = (value: Json | undefined): boolean => /^(string|number|boolean)$/.test(typeof value) && value !== '';

/** Whether one text is a part of the other, which a filter of texts may find; or has characters that a filter may take for a pattern. */
function isSimilarText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.normalize('NFKC').toLowerCase().trim());
  return a === undefined || b === undefined || a.includes(b) || b.includes(a) || /[%_*]/.test(a + b);
}

async function readText(item: Item, pointer: string): Promise<string> {
  const value = compare.getAtPointer((await http.readBack(item)).answer?.json, pointer);
  return isScalar(value) ? String(value) : '';
}

function write({ collection }: Tools, item: Item, pointer: string, value: Json): Promise<Exchange> {
  if (collection.patch?.request) return item.patch(compare.setAtPointer({}, pointer, value));
  return item.put(compare.setAtPointer(item.sent, pointer, value));
}
