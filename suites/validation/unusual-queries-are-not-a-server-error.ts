import { type Collection, defineRule, needs, values } from '#rule';
import { judgeProvoked, provokeFailure } from './_shared/server-failure.js';

/** The pagination rules check values of paging parameters. */
export default defineRule({
  clause: 'ERR-04',
  per: 'collection',
  title: 'An unusual query of a list is not a server error',
  otherwise: 'An unusual query of a list caused a server error',
  since: '0.1',
  stage: 'stable',
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
  proof: { silentIn: ['pagination-offset', 'pagination-page', 'errors-empty', 'two-versions'] },
});

/** Each declared parameter of the list, with values that it does not expect. */
function declaredOf({ list, pagination: { params } }: Collection, word: string): string[] {
  const paging = Object.values(params);
  const names = (list?.parameters ?? []).filter(({ in: place, name }) => place === 'query' && !paging.includes(name));
  return names
    .slice(0, 6)
    .flatMap(({ name }) => [`${encodeURIComponent(name)}=`, `${encodeURIComponent(name)}=${word}`]);
}
