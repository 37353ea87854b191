import {
  assume,
  type Creation,
  defineRule,
  type Exchange,
  held,
  http,
  inconclusive,
  needs,
  type Tools,
  values,
  violated,
} from '#rule';
import { monitorRefusals } from '../_shared/recorded-refusals.js';
import { malformed } from './_shared/content.js';

/** Refusals that depend on the request only; 409, 429 and the like may end without a change of the request. */
const lasting = [400, 404, 405, 406, 410, 413, 414, 415, 422];

export default defineRule({
  clause: 'ERR-13',
  title: 'A refused request is refused again when it is repeated',
  otherwise: 'A refused request was not refused when it was repeated',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.constrainedBodies],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({
      way: values.oneOf<'POST' | 'PUT' | 'malformed' | 'missing'>('POST', 'PUT', 'malformed', 'missing'),
      body: bodies.body(),
      invalid: values.array(values.drawAtRandom(bodies.nearMiss()), 9, 9),
      other: bodies.nearMissReplacement(),
      times: values.integer(2, 3),
    }),
  when: async ({ way, body, invalid, other, times }, tools) => {
    const { items } = tools;
    const item = way === 'PUT' && needs.replaceable.isMet(tools.collection) ? await items.create(body) : undefined;
    const nothing = way === 'missing' ? await items.getUnknown(body) : undefined;
    const post = createRepeatedPost(
      tools,
      invalid,
      way === 'malformed' ? malformed.cut(JSON.stringify(body)) : undefined,
    );
    const send = (): Promise<Exchange> => item?.put(other.body) ?? nothing?.get() ?? post();
    const first = await send();
    const status = first.answer?.status ?? 0;
    assume(status !== 401 && status !== 403, 'refused', `${first.method} returned ${status}`);
    assume(lasting.includes(status), 'no-usable-case', `${first.method} returned ${status}`);
    const repeated: Exchange[] = [];
    while (repeated.length < times) repeated.push(await send());
    return { first, repeated };
  },
  then: ({ first, repeated }) => {
    const changed = repeated.find((exchange) => !http.hasStatus(exchange, 4));
    if (changed === undefined) return held;
    if (!http.hasStatus(changed, 2, 500))
      return inconclusive('setup', `${changed.method} returned ${changed.answer?.status} when repeated`);
    return violated({
      expected: `${first.method} is refused again, as with ${first.answer?.status}`,
      actual: `the unchanged repetition returned ${changed.answer?.status}`,
      shows: [first, ...repeated.slice(0, repeated.indexOf(changed) + 1)],
    });
  },
  monitor: monitorRefusals(lasting),
  silentIn: ['keys-required', 'key-in-body', 'soft-delete-410', 'put-creates', 'put-204', 'semantic-400'],
});

/** Sends one invalid creation, or a text, several times with the marker and key of the first time. */
function createRepeatedPost(
  { items, collection, fresh }: Pick<Tools, 'items' | 'collection' | 'fresh'>,
  misses: readonly values.NearMiss[],
  given?: string,
): () => Promise<Exchange> {
  const key = collection.idempotency?.required ? { key: fresh.key() } : {};
  const dressable = misses.filter((one) => values.canBePrepared(one, collection));
  // The marker can make a meaningless body meaningful.
  const found = dressable.find(({ pointer }) => pointer !== '') ?? dressable[0];
  const body = (found ?? misses[0])?.body ?? null;
  const text = found ? given : (given ?? JSON.stringify(body));
  let first: Creation | undefined;
  return async () => {
    const like = first === undefined ? { marked: true } : { like: first };
    const creation = await items.post(body, { ...like, ...key, ...(text !== undefined && { text }) });
    first ??= creation;
    return creation.exchange;
  };
}
