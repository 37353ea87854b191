import { defineRule, oneOf, readable, record } from '#rule';
import { judgeProvoked, provokeFailure } from './_server-failure.js';
import { buildSiblingPath, createUnusualIds, idsToRead } from './_unusual-ids.js';

export default defineRule({
  clause: 'ERR-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'GET of an unusual id is not a server error',
  otherwise: 'GET of an unusual id caused a server error',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'item',
  needs: [readable],
  cases: 3,
  given: (bodies) =>
    record({
      body: bodies.body(),
      // A run of the usual length draws from the first groups only.
      tray: oneOf(
        ['slash', 'twenty digits', 'built-in'],
        ['null character', 'percent', 'prototype'],
        ['long', 'negative', 'invalid UTF-8'],
        ['snowman', 'quotes', 'brackets'],
        ['nothing', 'extension', 'semicolon'],
        ['space', 'fraction'],
      ),
    }),
  when: async ({ body, tray }, { items, http, fresh }) => {
    const item = await items.getAny(body);
    const ids = createUnusualIds(fresh.word());
    const odd = tray.map((name) => () => {
      const path = buildSiblingPath(item.path, idsToRead[name]?.(ids) ?? ids.word);
      return http.send({ method: 'GET', path });
    });
    return provokeFailure(odd, () => item.get());
  },
  then: judgeProvoked,
  proof: {
    violatedBy: ['id-of-twenty-digits-answers-500'],
    silentIn: ['ids-integer', 'ids-prefixed', 'soft-delete-410', 'errors-empty', 'two-versions'],
  },
});
