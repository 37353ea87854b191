import { defineRule, needs, values } from '#rule';
import { judgeReads, readAround } from './_shared/stable-item.js';

/** RFC 9110 §9.2.1: a resource must not perform an unsafe action that the query of a safe request selects. */
export default defineRule({
  clause: 'SAFE-04',
  title: 'No query parameter or header field turns GET into a write',
  otherwise: 'GET with a method override changed or removed the item',
  touches: 'deletes',
  reusedItems: 1,
  isPastCaches: true,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 1,
  given: (bodies) =>
    values.record({
      ways: values.batch(
        values.oneOf<{ query: string; headers: Record<string, string> }>(
          { query: '?_method=DELETE', headers: {} },
          { query: '', headers: { 'x-http-method-override': 'DELETE' } },
          { query: '?action=delete', headers: {} },
          { query: '', headers: { 'x-http-method': 'DELETE', 'x-method-override': 'DELETE' } },
          { query: '?method=delete&_method=delete', headers: {} },
          { query: '?do=delete&delete=true', headers: {} },
        ),
        6,
      ),
      body: bodies.body(),
    }),
  when: async ({ body, ways }, { items, client }) => {
    const item = await items.create(body);
    return readAround(item, async () => {
      const reads = [];
      for (const { query, headers } of ways) {
        const more = item.path.includes('?') ? query.replace('?', '&') : query;
        reads.push(await client.send({ method: 'GET', path: item.path + more, headers }));
      }
      return reads;
    });
  },
  then: judgeReads,
  silentIn: ['time-in-the-body', 'request-id-in-the-body', 'access-statistics', 'soft-delete-410'],
});
