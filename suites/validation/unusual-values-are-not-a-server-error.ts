import { defineRule, needs, values } from '#rule';
import { createContentSender, unusualValues, type WriteMethod } from './_shared/content.js';
import { judgeProvoked, provokeFailure } from './_shared/server-failure.js';

/** The service may accept or refuse such values. */
export default defineRule({
  clause: 'ERR-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Unusual values in a request body are not a server error',
  otherwise: 'An unusual value in a request body caused a server error',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [needs.creatable],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      sample: values.oneOf<{ way: WriteMethod; values: readonly string[] }>(
        { way: 'POST', values: ['null character', 'exceeds all limits', 'deep', 'prototype'] },
        { way: 'PUT', values: ['half a surrogate pair', 'twenty digits', 'null character'] },
        { way: 'PATCH', values: ['null character', 'prototype', 'deep'] },
        { way: 'POST', values: ['half a surrogate pair', 'long text', 'twice', 'unknown'] },
        { way: 'POST', values: ['punctuation', 'noncharacter', 'minus zero', 'too small', 'twenty digits'] },
      ),
    }),
  when: async ({ body, sample }, tools) => {
    const entrance = await createContentSender(sample.way, body, tools);
    const texts = sample.values.map((name) => unusualValues[name]?.(entrance.content, tools.collection.marker));
    const odd = texts
      .filter((text) => text !== undefined)
      .map((text) => async () => (await entrance.send(text)).exchange);
    return provokeFailure(odd, entrance.sendOrdinary);
  },
  then: judgeProvoked,
  proof: { silentIn: ['normalising', 'unique-reference', 'put-204', 'errors-text', 'semantic-400'] },
});
