import {
  assume,
  compare,
  defineRule,
  type Exchange,
  held,
  http,
  inconclusive,
  type Json,
  needs,
  values,
  violated,
} from '#rule';
import { getShown, pickMembers } from '../_shared/members.js';
import { monitorWrites } from '../_shared/recorded-writes.js';
import { ensureVisibleChange } from './_shared/write-effect.js';

/** A response may show the item in another form; a violation is a member with the value from before in one of the two. */
export default defineRule({
  clause: 'PUT-06',
  title: 'The response to PUT and PATCH shows what GET shows',
  otherwise: 'The response to PUT or PATCH contradicts the next GET',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({
      method: values.oneOf<'PATCH' | 'PUT'>('PATCH', 'PUT'),
      ...{ body: bodies.body(), replacement: bodies.replacement(), patch: bodies.patch() },
    }),
  when: async ({ method, body, replacement, patch }, tools) => {
    const { items, collection } = tools;
    const operation = method === 'PUT' ? collection.replace : collection.patch;
    assume(operation?.request !== undefined, 'no-usable-case', `items have no ${method}`);
    const item = await items.create(body);
    const before = await http.readBack(item);
    const drawn = method === 'PUT' ? item.prepare(replacement) : http.preparePatch(item, patch);
    const sent = ensureVisibleChange(item, before, drawn, tools);
    const write = await (method === 'PUT' ? item.put(sent) : item.patch(sent));
    const isShown = http.hasStatus(write, 200) && items.readId(write.answer?.json) === item.id;
    assume(isShown, 'no-usable-case', `${method} returned ${write.answer?.status} without the item`);
    // A read that lags behind the write would contradict it, too.
    const isSame = () => compare.isEquivalent(write.answer?.json, reads.at(-1)?.answer?.json);
    const reads = [await item.get()];
    if (!isSame()) await http.pause(http.typicalReadLagMs);
    if (!isSame()) reads.push(await item.get());
    return { sent, before, write, after: reads.at(-1) ?? before };
  },
  then: ({ sent, before, write, after }) => {
    if (!http.hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
    if (http.isCached(after)) return inconclusive('noise', 'a cache answered instead of the service');
    const contradicted = findContradicted(sent, [before, write, after]);
    if (contradicted.length === 0) return held;
    const side = ({ answer }: typeof write) => pickMembers(answer?.json, contradicted);
    return violated({ expected: side(after), actual: side(write), shows: [before, write, after] });
  },
  monitor: monitorWrites('PUT PATCH', 'what GET shows', ({ sent, before, write, after }) => {
    const [name] = write.hasText ? findContradicted(sent, [before, write, after]) : [];
    return name === undefined ? undefined : `${name} differs between the response and GET`;
  }),
  silentIn: ['normalising', 'put-204', 'version-counter', 'time-in-the-body', 'created-location-only'],
});

/** Members with the value from before in one of a write and the GET after it, and not in the other. */
function findContradicted(sent: Json, looks: readonly Exchange[]): string[] {
  return Object.keys(compare.isObject(sent) ? sent : {}).filter((name) => {
    const [was, told, is] = looks.map((look) => getShown(look, name));
    if (was === undefined || told === undefined || is === undefined || compare.isEquivalent(told, is)) return false;
    return compare.isEquivalent(told, was) !== compare.isEquivalent(is, was);
  });
}
