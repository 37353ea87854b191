import { compare, defineRule, type Exchange, held, http, needs, values, violated } from '#rule';
import { createContentSender, malformed, provokeErrors, type WriteMethod } from './_shared/content.js';
import { unusualValues } from './_shared/server-failure.js';

export default defineRule({
  clause: 'ERR-18',
  title: 'Errors show no internals of the service',
  otherwise: 'An error shows internals of the service',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.constrainedBodies],
  cases: 2,
  given: (bodies) =>
    values.record({
      way: values.oneOf<WriteMethod>('POST', 'PUT', 'PATCH'),
      value: values.oneOf('null character', 'exceeds all limits', 'twice'),
      invalid: bodies.nearMiss(),
      body: bodies.body(),
    }),
  when: async ({ way, value, invalid, body }, tools) => {
    const entrance = await createContentSender(way, body, tools);
    const text = unusualValues[value]?.(entrance.content, 0)[0] ?? 'null';
    const seen: Exchange[] = [
      (await entrance.send(malformed.cut(JSON.stringify(entrance.content)))).exchange,
      (await entrance.send(text)).exchange,
      ...(await provokeErrors(tools, tools.collection, [invalid.body])),
    ];
    return { errors: seen.filter((exchange) => http.hasStatus(exchange, 4, 5)) };
  },
  then: ({ errors }) => {
    const leaky = errors.find(({ answer }) => compare.findLeak(answer?.text ?? '') !== undefined);
    const leak = compare.findLeak(leaky?.answer?.text ?? '');
    if (leaky === undefined || leak === undefined) return held;
    return violated({
      expected: 'an error that says what the client can change',
      actual: `${leak.what}: ${leak.words}`,
      shows: [leaky],
    });
  },
  observes: {
    readsContent: true,
    statuses: [4, 5],
    findFlaw({ answer }) {
      const leak = compare.findLeak(answer?.text ?? '');
      return leak && `${leak.what}: ${leak.words}`;
    },
    expected: 'an error that says what the client can change',
  },
  silentIn: ['errors-google', 'errors-github', 'errors-text', 'errors-empty', 'normalising'],
});
