import { defineRule, needs, type Tools, values } from '#rule';
import {
  buildSiblingPath,
  createUnusualIds,
  idsToRead,
  judgeProvoked,
  provokeFailure,
} from './_shared/server-failure.js';

type HttpRequest = Parameters<Tools['client']['send']>[0];

/**
 * Each id contains a fresh text or number, and no item has it even when it is truncated or decoded: items of others
 * cannot be hit.
 */
export default defineRule({
  clause: 'ERR-04',
  title: 'DELETE and PATCH of an unusual id are not a server error',
  otherwise: 'DELETE or PATCH of an unusual id caused a server error',
  touches: 'deletes',
  needs: [needs.creatable, needs.removable],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      sample: values.oneOf<{ way: 'DELETE' | 'PATCH'; ids: readonly string[] }>(
        { way: 'DELETE', ids: ['quotes', 'twenty digits', 'space'] },
        { way: 'PATCH', ids: ['slash', 'null character', 'twenty digits'] },
        { way: 'DELETE', ids: ['slash', 'null character', 'long'] },
        { way: 'PATCH', ids: ['quotes', 'snowman', 'long'] },
      ),
    }),
  when: async ({ body, sample }, { items, client, fresh, collection }) => {
    const nothing = await items.getUnknown(body);
    const ids = createUnusualIds(fresh.word());
    const headers = { 'content-type': collection.patch?.request?.mediaType ?? 'application/json' };
    const isPatch = sample.way === 'PATCH' && needs.patchable.isMet(collection);
    const order: Omit<HttpRequest, 'path'> = isPatch ? { method: 'PATCH', json: {}, headers } : { method: 'DELETE' };
    const odd = sample.ids.map((name) => () => {
      const path = buildSiblingPath(nothing, idsToRead[name]?.(ids) ?? ids.word);
      return client.send({ ...order, path });
    });
    return provokeFailure(client, odd, () => client.send({ ...order, path: nothing.path, role: 'control' }));
  },
  then: judgeProvoked,
  silentIn: ['ids-integer', 'ids-prefixed', 'second-delete-204', 'put-creates', 'errors-empty'],
});
