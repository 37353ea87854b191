import { assume, defineMonitor, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';

/** RFC 9110 §15.3.5. Sent over a separate socket: HTTP clients discard or reject content that must not be there. */
export default defineRule({
  clause: 'ERR-05',
  title: 'A 204 response has no content',
  otherwise: 'A 204 response has content',
  touches: 'deletes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable, needs.removable],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      replacement: bodies.replacement(),
      method: values.oneOf<'DELETE' | 'PUT'>('DELETE', 'PUT'),
    }),
  when: async ({ body, replacement, method }, { items, client, collection }) => {
    const item = await items.create(body);
    const type = collection.replace?.request?.mediaType;
    const isPut = method === 'PUT' && needs.replaceable.isMet(collection) && type !== undefined;
    const json = isPut ? { json: item.prepare(replacement), headers: { 'content-type': type } } : {};
    const raw = await client.raw({ method: isPut ? 'PUT' : 'DELETE', path: item.path, ...json });
    assume(!http.hasStatus(raw, 4, 5), 'setup', `${raw.method} returned ${raw.answer?.status}`);
    return { made: item.createdBy, raw };
  },
  then: ({ made, raw }) => {
    if (!http.hasStatus(raw, 204))
      return inconclusive('no-usable-case', `${raw.method} returned ${raw.answer?.status}, not 204`);
    if (!raw.answer?.content) return held;
    return violated({
      expected: 'nothing after the header section',
      actual: raw.answer.content.slice(0, 200),
      shows: [made, raw],
    });
  },
  monitor: defineMonitor({
    expected: 'nothing after the header section',
    on: (exchange) => {
      if (!http.hasStatus(exchange, 204) || !exchange.hasText) return undefined;
      const text = exchange.answer?.text ?? '';
      return text === '' ? 'kept' : { flaw: `204 with content: ${text.slice(0, 200)}` };
    },
  }),
  silentIn: ['put-204', 'second-delete-204', 'etags'],
});
