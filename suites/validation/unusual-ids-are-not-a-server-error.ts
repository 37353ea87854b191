import { assume, defineRule, needs, values } from '#rule';
import { addressWithParameter, calledByGet } from '../_shared/operations.js';
import {
  buildSiblingPath,
  createUnusualIds,
  idsToRead,
  judgeProvoked,
  provokeFailure,
  tryAtAddress,
} from './_shared/server-failure.js';

export default defineRule({
  clause: 'ERR-04',
  title: 'GET of an unusual id is not a server error',
  otherwise: 'GET of an unusual id caused a server error',
  touches: 'reads',
  needs: [needs.readable],
  cases: 3,
  given: (bodies) =>
    values.record({
      body: bodies.body(),
      // A run of the usual length draws from the first groups only.
      sample: values.oneOf(
        ['slash', 'twenty digits', 'built-in', 'long'],
        ['null character', 'percent', 'prototype'],
        ['negative', 'invalid UTF-8', 'quotes'],
        ['snowman', 'space', 'brackets'],
        ['nothing', 'extension', 'semicolon', 'fraction'],
      ),
    }),
  when: async ({ body, sample }, { items, client, fresh }) => {
    const item = await items.getAny(body);
    const ids = createUnusualIds(fresh.word());
    const odd = sample.map((name) => () => {
      const path = buildSiblingPath(item, idsToRead[name]?.(ids) ?? ids.word);
      return client.send({ method: 'GET', path });
    });
    return provokeFailure(client, odd, () => item.get());
  },
  then: judgeProvoked,
  elsewhere: {
    needs: [calledByGet, addressWithParameter],
    yieldsTo: { read: ['validation/unusual-ids-are-not-a-server-error'] },
    given: () =>
      values.record({
        sample: values.oneOf(
          ['W%00', '91234567890123456789', 'W%2FW', 'W'.repeat(50)],
          ['%E2%98%83W', '-912345678', 'constructor'],
          ['W%FF', '912345678.5', '%27%22W'],
        ),
      }),
    when: ({ sample }, tools) => {
      const word = tools.fresh.word();
      const paths = sample.flatMap((value) => tools.subject.address().replaceLast(value.replaceAll('W', word)) ?? []);
      assume(paths.length > 0, 'no-usable-case', 'the last parameter of the path is no segment of its own');
      return tryAtAddress(tools, paths);
    },
    then: judgeProvoked,
  },
  silentIn: [
    'ids-integer',
    'ids-prefixed',
    'soft-delete-410',
    'errors-empty',
    'two-versions',
    'inventory-with-numeric-ids',
  ],
});
