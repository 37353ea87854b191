import {
  assume,
  compare,
  defineRule,
  type Exchange,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  needs,
  type Tools,
  values,
  violated,
} from '#rule';
import { monitorUnconditional } from '../_shared/recorded-sequences.js';

const requiredCondition = needs.defineNeed('collection', {
  name: 'required If-Match',
  reason: 'it is not declared that writes of an item require If-Match',
  enable: 'resources[].ifMatch',
  isMet: ({ isIfMatchRequired, replace, patch, remove }) =>
    isIfMatchRequired === true && Boolean(replace?.request ?? patch?.request ?? remove),
});

/** Each method is sent without a condition. 412 is a refusal as well. The item must be unchanged. */
export default defineRule({
  clause: 'CACHE-08',
  title: 'A write without the required If-Match is refused',
  otherwise: 'A write without the required If-Match was carried out',
  touches: 'deletes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, requiredCondition],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), replacement: bodies.replacement(), patch: bodies.patch() }),
  when: async ({ body, replacement, patch }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const before = await http.readBack(item);
    const tried = await writeUnconditionally(item, { PUT: item.prepare(replacement), PATCH: patch }, tools);
    assume(tried.length > 0, 'no-usable-case', 'the item has no write');
    return { before, tried };
  },
  then: ({ before, tried }, { withoutBookkeeping }) => {
    const isChanged = (look: typeof before) =>
      http.hasStatus(look, 404, 410) ||
      compare.findDifferences(withoutBookkeeping(before.answer?.json), withoutBookkeeping(look.answer?.json)).length >
        0;
    const wrong = tried.find(({ asked, look }) => http.hasStatus(asked, 2, 412, 428) && isChanged(look));
    if (wrong)
      return violated({
        expected: `${wrong.asked.method} without If-Match is refused and has no effect`,
        actual: `status ${wrong.asked.answer?.status}, and the item is changed or gone`,
        shows: [before, wrong.asked, wrong.look],
      });
    const open = tried.find(({ asked }) => !http.hasStatus(asked, 412, 428));
    return open ? inconclusive('setup', `${open.asked.method} returned ${open.asked.answer?.status}`) : held;
  },
  monitor: monitorUnconditional,
  silentIn: ['if-match-required', 'weak-etags', 'etags'],
});

/** A write without If-Match, and GET after it. */
interface UnconditionalWrite {
  readonly asked: Exchange;
  readonly look: Exchange;
}

/** Sends each write that the collection offers without a condition, until the item is gone. */
async function writeUnconditionally(
  item: Item,
  contents: { readonly PUT: Json; readonly PATCH: Json },
  { client, collection }: Pick<Tools, 'client' | 'collection'>,
): Promise<UnconditionalWrite[]> {
  const operations = { PUT: collection.replace, PATCH: collection.patch, DELETE: collection.remove };
  const tried: UnconditionalWrite[] = [];
  for (const way of ['PATCH', 'PUT', 'DELETE'] as const) {
    const operation = operations[way];
    if (!operation || (way !== 'DELETE' && !operation.request)) continue;
    const headers = { 'content-type': operation.request?.mediaType ?? 'application/json' };
    const content = way === 'DELETE' ? {} : { json: contents[way], headers };
    const asked = await client.send({ method: operation.method, path: item.path, ...content, isUnconditional: true });
    const look = await item.get();
    tried.push({ asked, look });
    if (http.hasStatus(look, 404, 410)) break;
  }
  return tried;
}
