import { defineRule, needs, values } from '#rule';
import { judgeProvoked, provokeFailure } from './_shared/server-failure.js';
import { buildSiblingPath, createUnusualIds, idsToRead } from './_shared/unusual-ids.js';

export default defineRule({
  clause: 'ERR-04',
  per: 'collection',
  title: 'GET of an unusual id is not a server error',
  otherwise: 'GET of an unusual id caused a server error',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  needs: [needs.readable],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      // A run of the usual length draws from the first groups only.
      sample: values.oneOf(
        ['slash', 'twenty digits', 'built-in'],
        ['null character', 'percent', 'prototype'],
        ['long', 'negative', 'invalid UTF-8'],
        ['snowman', 'quotes', 'brackets'],
        ['nothing', 'extension', 'semicolon'],
        ['space', 'fraction'],
      ),
    }),
  when: async ({ body, sample }, { items, client, fresh }) => {
    const item = await items.getAny(body);
    const ids = createUnusualIds(fresh.word());
    const odd = sample.map((name) => () => {
      const path = buildSiblingPath(item.path, idsToRead[name]?.(ids) ?? ids.word);
      return client.send({ method: 'GET', path });
    });
    return provokeFailure(client, odd, () => item.get());
  },
  then: judgeProvoked,
  proof: { silentIn: ['ids-integer', 'ids-prefixed', 'soft-delete-410', 'errors-empty', 'two-versions'] },
});
