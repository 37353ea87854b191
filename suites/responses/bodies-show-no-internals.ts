import { assume, defineRule, held, heldWithNote, http, needs, values } from '#rule';
import { findInternalNames } from './_shared/error-words.js';

/** A reviewer decides about the findings: a revision may be part of the contract. */
export default defineRule({
  clause: 'RES-04',
  title: 'Bodies show no internals of the service (observed)',
  otherwise: 'Bodies show internals of the service',
  stage: 'stable',
  touches: 'reads',
  needs: [needs.readable],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, client, collection }) => {
    const item = await items.getAny(body);
    const answers = [item.createdBy, await item.getUntil((exchange) => http.hasStatus(exchange, 200))];
    if (collection.list) answers.push(await client.send({ method: 'GET', path: items.firstPage(null) }));
    const good = answers.filter((exchange) => http.hasStatus(exchange, 2));
    assume(good.length > 0, 'setup', 'no request succeeded');
    return { good };
  },
  then: ({ good }) => {
    const traces = good.flatMap(({ method, path, answer }) =>
      findInternalNames(answer?.json).map((pointer) => `${pointer} in ${method} ${path.split('?')[0]}`),
    );
    return traces.length === 0 ? held : heldWithNote(`names of internals: ${traces.slice(0, 3).join('; ')}`);
  },
  silentIn: ['version-counter', 'time-in-the-body', 'error-member'],
});
