import { defineRule, held, http, inconclusive, needs, values, violated } from '#rule';
import { insertValidElement, writeUnchanged } from './_shared/declared-body.js';

const semanticallyInvalidBodies = needs.defineNeed('collection', {
  name: 'semantically invalid bodies',
  reason: 'the profile declares no request body that is well-formed and semantically invalid',
  enable: 'resources[].semanticInvalid',
  isMet: ({ semanticInvalid }) => semanticInvalid.length > 0,
});

/**
 * Bodies that the profile declares are sent unchanged, and checked strictly. Where a list with one element makes a body
 * invalid, a valid element is then put before it: that must not be accepted.
 */
export default defineRule({
  clause: 'ERR-08',
  title: 'A semantically invalid body returns 422',
  otherwise: 'A semantically invalid body did not return 422',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.postable, semanticallyInvalidBodies],
  assumes: ['creation/valid-post-answers-201', 'responses/failed-request-does-not-answer-success'],
  cases: 8,
  given: (bodies) => values.record({ nonsense: bodies.meaningless(), body: bodies.body() }),
  when: async ({ nonsense, body }, { items, collection, fresh }) => {
    const send = (sent: typeof nonsense) => items.post(sent, { text: writeUnchanged(sent, { collection, fresh }) });
    const { exchange } = await send(nonsense);
    const longer = http.hasStatus(exchange, 4) ? insertValidElement(nonsense, body, collection) : undefined;
    const later = longer === undefined ? undefined : (await send(longer)).exchange;
    const isTold = http.hasStatus(exchange, 422) && (later === undefined || http.hasStatus(later, 4));
    const ordinary = isTold ? undefined : await items.post(body, { role: 'control', marked: true });
    return { exchange, later, ordinary: ordinary?.exchange };
  },
  then: ({ exchange, later, ordinary }, { dialect }) => {
    const status = exchange.answer?.status ?? 0;
    const isAllowed = ordinary !== undefined && http.hasStatus(ordinary, 2);
    if (later && isAllowed && http.hasStatus(exchange, 422) && http.hasStatus(later, 200, 201)) {
      const actual = `with a valid element before the invalid one, POST returned ${later.answer?.status}`;
      return violated({ expected: 'POST with an invalid element is refused', actual, shows: [exchange, later] });
    }
    if (dialect.badMeaning.includes(status)) return held;
    if (http.isAboutCaller(exchange, isAllowed)) return inconclusive('refused', `POST returned ${status}`);
    if (http.hasStatus(exchange, 5)) return inconclusive('no-answer', `POST returned ${status}`);
    if (!isAllowed) return inconclusive('setup', `a valid POST returned ${ordinary?.answer?.status} as well`);
    if (status === 202) return inconclusive('setup', 'POST returned 202, and its outcome is at another resource');
    const expected = `POST of a semantically invalid body returns ${dialect.badMeaning.join(' or ')}`;
    return violated({ expected, actual: `POST returned ${status}`, shows: [exchange] });
  },
  silentIn: ['semantic-400', 'unique-reference', 'keys-required', 'key-in-body', 'errors-github'],
});
