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
import { writeUnchanged } from './_declared-body.js';

/** Bodies that the profile declares are sent unchanged, and checked strictly. */
export default defineRule({
  clause: 'ERR-08',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'A semantically invalid body returns 422',
  otherwise: 'A semantically invalid body did not return 422',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, semanticallyInvalidBodies],
  assumes: ['creation/valid-post-answers-201', 'responses/failed-request-does-not-answer-success'],
  cases: 8,
  given: (bodies) => record({ nonsense: bodies.meaningless(), body: bodies.body() }),
  when: async ({ nonsense, body }, { items, collection, fresh }) => {
    const text = writeUnchanged(nonsense, { collection, fresh });
    const { exchange } = await items.post(nonsense, { text });
    const isTold = hasStatus(exchange, 422);
    const ordinary = isTold ? undefined : await items.post(body, { role: 'control', marked: true });
    return { exchange, ordinary: ordinary?.exchange };
  },
  then: ({ exchange, ordinary }, { dialect }) => {
    const status = exchange.answer?.status ?? 0;
    if (dialect.badMeaning.includes(status)) return held;
    if (hasStatus(exchange, 401, 403)) return inconclusive('refused', `POST returned ${status}`);
    if (hasStatus(exchange, 5)) return inconclusive('no-answer', `POST returned ${status}`);
    if (!ordinary || !hasStatus(ordinary, 2))
      return inconclusive('setup', `a valid POST returned ${ordinary?.answer?.status} as well`);
    if (status === 202) return inconclusive('setup', 'POST returned 202, and its outcome is at another resource');
    const expected = `POST of a semantically invalid body returns ${dialect.badMeaning.join(' or ')}`;
    return violated({ expected, actual: `POST returned ${status}`, shows: [exchange] });
  },
  proof: {
    violatedBy: ['meaningless-order-answers-400', 'contradicting-tags-are-accepted'],
    silentIn: ['semantic-400', 'unique-reference', 'keys-required', 'key-in-body', 'errors-github'],
  },
});
