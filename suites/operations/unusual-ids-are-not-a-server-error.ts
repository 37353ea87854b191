import { assume, defineRule, type Tools, values } from '#rule';
import { judgeFailure, tryUnusual } from './_shared/failures.js';
import { addressWithParameter, calledByGet } from './_shared/needs.js';

export default defineRule({
  clause: 'ERR-04',
  per: 'operation',
  title: 'GET of an unusual value in the path is not a server error',
  otherwise: 'GET of an unusual value in the path caused a server error',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'list',
  needs: [calledByGet, addressWithParameter],
  yieldsTo: { read: ['validation/unusual-ids-are-not-a-server-error'] },
  cases: 1,
  given: () =>
    values.record({
      sample: values.oneOf(
        ['W%00', '91234567890123456789', 'W%2FW'],
        ['%E2%98%83W', '-912345678', 'constructor'],
        ['W%FF', '912345678.5', '%27%22W'],
      ),
    }),
  when: ({ sample }, { address, client, fresh }: Tools) => {
    const { path, replaceLast } = address();
    const word = fresh.word();
    const paths = sample.flatMap((value) => replaceLast(value.replaceAll('W', word)) ?? []);
    assume(paths.length > 0, 'no-usable-case', 'the last parameter of the path is no segment of its own');
    return tryUnusual(
      client,
      paths.map((odd) => () => client.send({ method: 'GET', path: odd })),
      () => client.send({ method: 'GET', path, role: 'control' }),
    );
  },
  then: judgeFailure,
  proof: { silentIn: ['inventory', 'inventory-with-numeric-ids'] },
});
