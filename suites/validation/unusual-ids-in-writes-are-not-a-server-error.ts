import { creatable, defineRule, type HttpRequest, oneOf, patchable, record, removable } from '#rule';
import { judgeProvoked, provokeFailure } from './_server-failure.js';
import { buildSiblingPath, createUnusualIds, idsToRead } from './_unusual-ids.js';

/**
 * Each id contains a fresh text or number, and no item has it even when it is truncated or decoded: items of others
 * cannot be hit.
 */
export default defineRule({
  clause: 'ERR-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'DELETE and PATCH of an unusual id are not a server error',
  otherwise: 'DELETE or PATCH of an unusual id caused a server error',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [creatable, removable],
  cases: 3,
  given: (bodies) =>
    record({
      body: bodies.body(),
      tray: oneOf<{ way: 'DELETE' | 'PATCH'; ids: readonly string[] }>(
        { way: 'DELETE', ids: ['quotes', 'twenty digits', 'space'] },
        { way: 'PATCH', ids: ['slash', 'null character', 'twenty digits'] },
        { way: 'DELETE', ids: ['slash', 'null character', 'long'] },
        { way: 'PATCH', ids: ['quotes', 'snowman', 'long'] },
      ),
    }),
  when: async ({ body, tray }, { items, http, fresh, collection }) => {
    const nothing = await items.getUnknown(body);
    const ids = createUnusualIds(fresh.word());
    const headers = { 'content-type': collection.patch?.request?.mediaType ?? 'application/json' };
    const isPatch = tray.way === 'PATCH' && patchable.isMet(collection);
    const order: Omit<HttpRequest, 'path'> = isPatch ? { method: 'PATCH', json: {}, headers } : { method: 'DELETE' };
    const odd = tray.ids.map((name) => () => {
      const path = buildSiblingPath(nothing.path, idsToRead[name]?.(ids) ?? ids.word);
      return http.send({ ...order, path });
    });
    return provokeFailure(odd, () => http.send({ ...order, path: nothing.path, role: 'control' }));
  },
  then: judgeProvoked,
  proof: {
    violatedBy: ['delete-of-an-id-with-quotes-answers-500', 'patch-of-an-id-of-twenty-digits-answers-500'],
    silentIn: ['ids-integer', 'ids-prefixed', 'second-delete-204', 'put-creates', 'errors-empty'],
  },
});
