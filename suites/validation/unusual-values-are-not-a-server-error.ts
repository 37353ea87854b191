import { defineRule, needs, values } from '#rule';
import { createContentSender, type WriteMethod } from './_shared/content.js';
import { judgeProvoked, provokeFailure, unusualValues } from './_shared/server-failure.js';

/** Each member gets the values, also in nested objects. The service may accept or refuse them. */
export default defineRule({
  clause: 'ERR-04',
  title: 'Unusual values in a request body are not a server error',
  otherwise: 'An unusual value in a request body caused a server error',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable],
  cases: 3,
  given: (bodies) =>
    values.record({
      drawn: values.batch(bodies.body(), 4),
      turn: values.oneOf(0, 1, 2, 3, 4, 5),
      sample: values.oneOf<{ way: WriteMethod; values: readonly string[] }>(
        { way: 'POST', values: ['null character', 'exceeds all limits', 'deep', 'prototype'] },
        { way: 'PUT', values: ['half a surrogate pair', 'twenty digits', 'null character'] },
        { way: 'PATCH', values: ['null character', 'prototype', 'deep'] },
        { way: 'POST', values: ['half a surrogate pair', 'long text', 'twice', 'unknown'] },
        { way: 'POST', values: ['punctuation', 'noncharacter', 'minus zero', 'too small', 'twenty digits'] },
      ),
    }),
  when: async ({ drawn, turn, sample }, tools) => {
    const [body = null] = [...drawn].sort((a, b) => JSON.stringify(b).length - JSON.stringify(a).length);
    const entrance = await createContentSender(sample.way, body, tools, 'whole');
    const texts = sample.values.flatMap((name) => unusualValues[name]?.(entrance.content, turn) ?? []);
    const odd = texts.map((text) => async () => (await entrance.send(text)).exchange);
    return provokeFailure(tools.client, odd, entrance.sendOrdinary);
  },
  then: judgeProvoked,
  silentIn: ['normalising', 'unique-reference', 'put-204', 'errors-text', 'semantic-400'],
});
