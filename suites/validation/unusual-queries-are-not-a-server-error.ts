import { type Collection, defineRule, listable, oneOf, record } from '#rule';
import { judgeProvoked, provoke } from './_failure.js';

/** Values of paging parameters are left to the rules about pages. */
export default defineRule({
  clause: 'ERR-04',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'An odd query of the list answers no server error',
  otherwise: 'An odd query of the list was answered with a server error',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'item',
  needs: [listable],
  cases: 5,
  given: () =>
    record({
      tray: oneOf(
        ['W=1', 'W=1&W=2', 'W'],
        ['declared', '=', '&&'],
        ['W=%00', 'W=%FF', '%'],
        ['sort=W', 'filter=W', 'fields=W'],
        ['W[]=1&W[a]=2', 'W=%27%22', 'id=W'],
      ),
    }),
  when: async ({ tray }, { items, http, fresh, collection }) => {
    const plain = items.firstPage(null);
    const word = fresh.word();
    const queries = tray.flatMap((query) => (query === 'declared' ? declaredOf(collection, word) : [query]));
    const odd = queries.map((query) => () => {
      const path = `${plain}${plain.includes('?') ? '&' : '?'}${query.replaceAll('W', word)}`;
      return http.send({ method: 'GET', path });
    });
    return provoke(odd, () => http.send({ method: 'GET', path: plain, role: 'control' }));
  },
  then: judgeProvoked,
  proof: {
    violatedBy: ['repeated-parameter-answers-500', 'parameter-without-a-name-answers-500'],
    silentIn: ['pagination-offset', 'pagination-page', 'errors-empty', 'two-versions'],
  },
});

/** Each parameter that the list is known to have, with values that it can hardly mean. */
function declaredOf({ list, pagination: { params } }: Collection, word: string): string[] {
  const paging = Object.values(params);
  const names = (list?.parameters ?? []).filter(({ in: place, name }) => place === 'query' && !paging.includes(name));
  return names
    .slice(0, 6)
    .flatMap(({ name }) => [`${encodeURIComponent(name)}=`, `${encodeURIComponent(name)}=${word}`]);
}
