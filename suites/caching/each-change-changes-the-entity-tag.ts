import {
  assume,
  compare,
  defineRule,
  type Exchange,
  held,
  heldWithNote,
  http,
  type Item,
  inconclusive,
  type Json,
  type JsonObject,
  needs,
  type Tools,
  values,
  violated,
} from '#rule';
import { changeable } from './_shared/change.js';
import { monitorStrongTags, readLate } from './_shared/reads.js';

const maxMembers = 12;

/** Each response has a representation with its own entity tag, so a late read does no harm. */
export default defineRule({
  clause: 'CACHE-06',
  title: 'A change of any member changes a strong entity tag',
  otherwise: 'A strong entity tag stayed the same although a member had changed',
  touches: 'writes',
  reusedItems: 1,
  isPastCaches: true,
  needs: [needs.creatable, needs.readable, changeable],
  assumes: ['creation/created-item-is-readable', 'caching/changed-representation-does-not-answer-304'],
  cases: 1,
  given: (bodies) =>
    values.record({ drawn: values.batch(bodies.body(), 3), replacements: values.batch(bodies.replacement(), 4) }),
  when: async ({ drawn, replacements }, tools) => {
    const item = await tools.items.create(mergeBodies(drawn), { role: 'control' });
    const bodies = replacements.map((body) => item.prepare(body));
    return changeEachMember(item, bodies, tools);
  },
  then: ({ reads, changed }, { withoutBookkeeping }) => {
    const states = reads.flatMap((read) => {
      const tag = http.getHeader(read.answer, 'etag');
      return tag === undefined || http.isCached(read)
        ? []
        : [{ read, tag, shown: withoutBookkeeping(read.answer?.json) }];
    });
    const isWritten = (pointer: string) => changed.includes(compare.parsePointer(pointer)[0] ?? '');
    const findMoved = (one: (typeof states)[number], other: (typeof states)[number]) =>
      compare.findDifferences(one.shown, other.shown).find(({ pointer }) => isWritten(pointer));
    if (!states.some((one) => states.some((other) => findMoved(one, other))))
      return inconclusive('no-usable-case', 'no read showed another value of a member that was written');
    for (const [i, after] of states.entries()) {
      const before = states.slice(0, i).find(({ tag }) => tag === after.tag);
      const moved = before && findMoved(before, after);
      if (before === undefined || moved === undefined) continue;
      if (after.tag.startsWith('W/')) return heldWithNote(`a weak entity tag stayed when ${moved.pointer} changed`);
      const actual = `${after.tag} again, with another value at ${moved.pointer}`;
      return violated({ expected: 'another entity tag', actual, shows: [before.read, after.read] });
    }
    return held;
  },
  monitor: monitorStrongTags,
  silentIn: ['etags', 'weak-etags', 'put-204', 'version-counter', 'order-parts-counted'],
});

/** What some bodies contain, as one body: the first value of each member. */
const mergeBodies = (bodies: readonly Json[]): JsonObject =>
  Object.assign({}, ...bodies.filter(compare.isObject).reverse());

/** Changes one member after the other, and reads the item each time. Ends the case where it has no entity tag. */
async function changeEachMember(item: Item, bodies: readonly Json[], tools: Tools) {
  const read = () => tools.client.send({ method: 'GET', path: item.path });
  const reads = [await http.readBack(item), await read()];
  const hasTag = http.getHeader(reads[1]?.answer, 'etag') !== undefined;
  assume(hasTag, 'no-usable-case', 'GET of an item has no ETag field');
  const changed = [];
  for (const name of Object.keys(mergeBodies(bodies)).slice(0, maxMembers)) {
    const values = bodies.flatMap((body) => (compare.isObject(body) && body[name] !== undefined ? [body[name]] : []));
    const shown = compare.getAtPointer(reads.at(-1)?.answer?.json, compare.buildPointer([name]));
    const value = values.find((one) => !compare.isEquivalent(one, shown)) ?? values[0] ?? null;
    const write = await changeMember(item, name, value, tools);
    if (!http.hasStatus(write, 200, 204)) continue;
    changed.push(name);
    reads.push(await read());
  }
  assume(changed.length > 0, 'setup', 'no change of a single member was accepted');
  const late = await readLate(item, reads);
  return { reads: late ? [...reads, late] : reads, changed };
}

/** Changes one member of an item: by PATCH, otherwise by PUT of what was sent before. */
function changeMember(item: Item, name: string, value: Json, { client, collection }: Tools): Promise<Exchange> {
  const isPatch = collection.patch?.request !== undefined;
  const json = { ...(!isPatch && compare.isObject(item.sent) && item.sent), [name]: value };
  const { method = 'PUT', request } = (isPatch ? collection.patch : collection.replace) ?? {};
  const headers = { 'content-type': request?.mediaType ?? 'application/json' };
  return client.send({ method, path: item.path, json, headers });
}
