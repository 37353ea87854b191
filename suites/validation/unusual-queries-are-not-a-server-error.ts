import { type Collection, defineRule, needs, type Tools, values } from '#rule';
import { calledByGet, knownAddress } from '../_shared/operations.js';
import { judgeProvoked, provokeFailure, tryAtAddress } from './_shared/server-failure.js';

/** The pagination rules check values of paging parameters. */
export default defineRule({
  clause: 'ERR-04',
  title: 'An unusual query of a GET is not a server error',
  otherwise: 'An unusual query of a GET caused a server error',
  touches: 'reads',
  needs: [needs.listable],
  cases: 5,
  given: () =>
    values.record({
      sample: values.oneOf(
        ['W=1', 'W=1&W=2', 'W'],
        ['declared', '=', '&&'],
        ['W=%00', 'W=%FF', '%'],
        ['sort=W', 'filter=W', 'fields=W'],
        ['W[]=1&W[a]=2', 'W=%27%22', 'id=W'],
      ),
    }),
  when: async ({ sample }, { items, client, fresh, collection }) => {
    const plain = items.firstPage(null);
    const word = fresh.word();
    const queries = sample.flatMap((query) => (query === 'declared' ? declaredOf(collection, word) : [query]));
    const odd = queries.map((query) => () => {
      const path = `${plain}${plain.includes('?') ? '&' : '?'}${query.replaceAll('W', word)}`;
      return client.send({ method: 'GET', path });
    });
    return provokeFailure(client, odd, () => client.send({ method: 'GET', path: plain, role: 'control' }));
  },
  then: judgeProvoked,
  elsewhere: {
    needs: [calledByGet, knownAddress],
    yieldsTo: { list: ['validation/unusual-queries-are-not-a-server-error'] },
    given: () =>
      values.record({
        sample: values.oneOf(['W', 'W=%00', 'W[]=1&W[a]=2'], ['W=1&W=2', 'W=%FF', '='], ['sort=W', 'W=%27%22', '&&']),
      }),
    when: async ({ sample }, tools) => {
      const { path } = tools.subject.address();
      const word = tools.fresh.word();
      const odd = [...sample.map((query) => query.replaceAll('W', word)), ...oddDeclaredQueries(tools, word)];
      return tryAtAddress(
        tools,
        odd.map((query) => `${path}${path.includes('?') ? '&' : '?'}${query}`),
      );
    },
    then: judgeProvoked,
  },
  silentIn: ['pagination-offset', 'pagination-page', 'errors-empty', 'two-versions', 'inventory-with-strict-queries'],
});

/** Each declared parameter of the list, with values that it does not expect. */
function declaredOf({ list, pagination: { params } }: Collection, word: string): string[] {
  const paging = Object.values(params);
  const names = (list?.parameters ?? []).filter(({ in: place, name }) => place === 'query' && !paging.includes(name));
  return names
    .slice(0, 6)
    .flatMap(({ name }) => [`${encodeURIComponent(name)}=`, `${encodeURIComponent(name)}=${word}`]);
}

/** A word for each declared parameter of an operation, whatever its type. */
const oddDeclaredQueries = ({ subject }: Tools, word: string): string[] =>
  subject
    .operation()
    .operation.parameters.filter(({ in: place }) => place === 'query')
    .slice(0, 3)
    .map(({ name }) => `${encodeURIComponent(name)}=${word}`);
