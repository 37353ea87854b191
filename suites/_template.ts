import { assume, defineRule, held, http, needs, values, violated } from '#rule';

/** Copy this file to `suites/<suite>/<claim>.ts`; its path becomes the rule's id. Nothing is registered. */
export default defineRule({
  clause: 'RES-01',
  title: 'What the service promises, as one sentence',
  otherwise: 'What went wrong, as one sentence',
  doubt: 'Which correct service may look like a violation, as one sentence.',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable],
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const item = await items.create(body);
    const read = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
    assume(!http.hasStatus(read, 5), 'no-answer', 'the service failed during the check');
    return { item, read };
  },
  then: ({ read }) =>
    http.hasStatus(read, 200) ? held : violated({ expected: 'GET returns 200', actual: read.answer?.status ?? null }),
  silentIn: ['time-in-the-body'],
});
