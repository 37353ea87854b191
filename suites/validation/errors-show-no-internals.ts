import {
  constrainedBodies,
  creatable,
  defineRule,
  type Exchange,
  hasStatus,
  held,
  oneOf,
  record,
  violated,
} from '#rule';
import { findLeak } from './_leaks.js';
import { malformed } from './_malformed-json.js';
import { provokeErrors } from './_provoke-errors.js';
import { createContentSender, type WriteMethod } from './_send-content.js';
import { unusualValues } from './_unusual-values.js';

export default defineRule({
  clause: 'ERR-18',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'Errors show no internals of the service',
  otherwise: 'An error shows internals of the service',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, constrainedBodies],
  cases: 2,
  given: (bodies) =>
    record({
      way: oneOf<WriteMethod>('POST', 'PUT', 'PATCH'),
      value: oneOf('null character', 'exceeds all limits', 'twice'),
      miss: bodies.nearMiss(),
      body: bodies.body(),
    }),
  when: async ({ way, value, miss, body }, tools) => {
    const entrance = await createContentSender(way, body, tools);
    const text = unusualValues[value]?.(entrance.content, tools.collection.marker) ?? 'null';
    const seen: Exchange[] = [
      (await entrance.send(malformed.cut(JSON.stringify(entrance.content)))).exchange,
      (await entrance.send(text)).exchange,
      ...(await provokeErrors(tools, tools.collection, [miss.body])),
    ];
    return { errors: seen.filter((exchange) => hasStatus(exchange, 4, 5)) };
  },
  then: ({ errors }) => {
    const leaky = errors.find(({ answer }) => findLeak(answer?.text ?? '') !== undefined);
    const leak = findLeak(leaky?.answer?.text ?? '');
    if (leaky === undefined || leak === undefined) return held;
    return violated({
      expected: 'an error that says what the client can change',
      actual: `${leak.what}: ${leak.words}`,
      shows: [leaky],
    });
  },
  proof: {
    violatedBy: ['refusal-shows-a-stack-trace', 'malformed-put-shows-a-database-message'],
    silentIn: ['errors-google', 'errors-github', 'errors-text', 'errors-empty', 'normalising'],
  },
});
