import {
  creatable,
  defineRule,
  hasStatus,
  held,
  inconclusive,
  record,
  semanticallyInvalidBodies,
  violated,
} from '#rule';
import { verbatim } from './_vouched.js';

/** What the profile vouches for is sent as it stands, and judged strictly. */
export default defineRule({
  clause: 'ERR-08',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Content that means nothing valid answers 422',
  otherwise: 'Content that means nothing valid was not answered 422',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, semanticallyInvalidBodies],
  assumes: ['creation/valid-post-answers-201', 'responses/failed-request-does-not-answer-success'],
  cases: 8,
  given: (bodies) => record({ nonsense: bodies.meaningless(), body: bodies.body() }),
  when: async ({ nonsense, body }, { items, collection, fresh }) => {
    const text = verbatim(nonsense, { collection, fresh });
    const { exchange } = await items.post(nonsense, { text });
    const isTold = hasStatus(exchange, 422);
    const ordinary = isTold ? undefined : await items.post(body, { role: 'control', marked: true });
    return { exchange, ordinary: ordinary?.exchange };
  },
  then: ({ exchange, ordinary }, { dialect }) => {
    const status = exchange.answer?.status ?? 0;
    if (dialect.badMeaning.includes(status)) return held;
    if (hasStatus(exchange, 401, 403)) return inconclusive('refused', `POST was answered ${status}`);
    if (hasStatus(exchange, 5)) return inconclusive('no-answer', `POST was answered ${status}`);
    if (!ordinary || !hasStatus(ordinary, 2))
      return inconclusive('setup', `a valid POST is answered ${ordinary?.answer?.status} as well`);
    if (status === 202) return inconclusive('setup', 'POST was answered 202, and the outcome is told elsewhere');
    const expected = `POST of content that means nothing valid answers ${dialect.badMeaning.join(' or ')}`;
    return violated({ expected, actual: `POST answers ${status}`, shows: [exchange] });
  },
  proof: {
    violatedBy: ['meaningless-order-answers-400', 'contradicting-tags-are-accepted'],
    silentIn: ['semantic-400', 'unique-reference', 'keys-required', 'key-in-body', 'errors-github'],
  },
});
