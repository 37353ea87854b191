import { defineRule, type Tools, values } from '#rule';
import { join, judgeFailure, tryUnusual } from './_shared/failures.js';
import { calledByGet, knownAddress } from './_shared/needs.js';

export default defineRule({
  clause: 'ERR-04',
  per: 'operation',
  title: 'An unusual query of a GET is not a server error',
  otherwise: 'An unusual query of a GET caused a server error',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'list',
  needs: [calledByGet, knownAddress],
  yieldsTo: { list: ['validation/unusual-queries-are-not-a-server-error'] },
  cases: 1,
  given: () =>
    values.record({
      sample: values.oneOf(['W', 'W=%00', 'W[]=1&W[a]=2'], ['W=1&W=2', 'W=%FF', '='], ['sort=W', 'W=%27%22', '&&']),
    }),
  when: async ({ sample }, { address, client, fresh, operation }: Tools) => {
    const { path } = address();
    const word = fresh.word();
    const odd = [...sample.map((query) => query.replaceAll('W', word)), ...oddDeclaredQueries(operation(), word)];
    return tryUnusual(
      client,
      odd.map((query) => () => client.send({ method: 'GET', path: `${path}${join(path)}${query}` })),
      () => client.send({ method: 'GET', path, role: 'control' }),
    );
  },
  then: judgeFailure,
  proof: { silentIn: ['inventory', 'inventory-with-strict-queries'] },
});

/** A word for each declared parameter, whatever its type. */
const oddDeclaredQueries = (call: ReturnType<Tools['operation']>, word: string): string[] =>
  call.operation.parameters
    .filter(({ in: place }) => place === 'query')
    .slice(0, 3)
    .map(({ name }) => `${encodeURIComponent(name)}=${word}`);
