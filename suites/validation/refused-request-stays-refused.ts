import {
  array,
  assume,
  constrainedBodies,
  creatable,
  defineRule,
  drawAtRandom,
  type Exchange,
  hasStatus,
  held,
  inconclusive,
  integer,
  oneOf,
  readable,
  record,
  replaceable,
  violated,
} from '#rule';
import { malformed } from './_malformed-json.js';
import { createRepeatedPost } from './_repeat-post.js';

/** Refusals that depend on the request only; 409, 429 and the like may end without a change of the request. */
const lasting = [400, 404, 405, 406, 410, 413, 414, 415, 422];

export default defineRule({
  clause: 'ERR-13',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A refused request is refused again when it is repeated',
  otherwise: 'A refused request was not refused when it was repeated',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, constrainedBodies],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) =>
    record({
      way: oneOf<'POST' | 'PUT' | 'malformed' | 'missing'>('POST', 'PUT', 'malformed', 'missing'),
      body: bodies.body(),
      misses: array(drawAtRandom(bodies.nearMiss()), 9, 9),
      other: bodies.nearMissReplacement(),
      times: integer(2, 3),
    }),
  when: async ({ way, body, misses, other, times }, tools) => {
    const { items } = tools;
    const item = way === 'PUT' && replaceable.isMet(tools.collection) ? await items.create(body) : undefined;
    const nothing = way === 'missing' ? await items.getUnknown(body) : undefined;
    const post = createRepeatedPost(
      tools,
      misses,
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
    const changed = repeated.find((exchange) => !hasStatus(exchange, 4));
    if (changed === undefined) return held;
    if (!hasStatus(changed, 2, 500))
      return inconclusive('setup', `${changed.method} returned ${changed.answer?.status} when repeated`);
    return violated({
      expected: `${first.method} is refused again, as with ${first.answer?.status}`,
      actual: `the unchanged repetition returned ${changed.answer?.status}`,
      shows: [first, ...repeated.slice(0, repeated.indexOf(changed) + 1)],
    });
  },
  proof: {
    violatedBy: ['third-refused-post-is-accepted', 'second-refused-put-answers-200'],
    silentIn: ['keys-required', 'key-in-body', 'soft-delete-410', 'put-creates', 'put-204', 'semantic-400'],
  },
});
