import {
  compare,
  defineMonitor,
  defineRule,
  held,
  heldWithNote,
  http,
  inconclusive,
  needs,
  type TrafficExchange,
  values,
  violated,
} from '#rule';
import { declaredLinks, type FollowedLink, followLink, listLinks } from './_shared/links.js';
import { visitDeclaredStates } from './_shared/reach-state.js';

/** Links are followed with care: only safe requests are sent, and none to other hosts. */
export default defineRule({
  clause: 'LINK-01',
  title: 'The target of every link of an item exists',
  otherwise: 'The target of a link of an item does not exist',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, declaredLinks, needs.stateful],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const { links } = tools.collection;
    const wanted = Object.keys(links?.states ?? {});
    return visitDeclaredStates(tools, body, wanted, async ({ item, look }) => {
      const offered = links ? listLinks(links, look) : [];
      const followed: FollowedLink[] = [];
      for (const link of offered) followed.push(await followLink(tools, item, link, offered));
      return { look, followed };
    });
  },
  then: ({ visited, unreached }) => {
    const followed = visited.flatMap((one) => one.followed.map((link) => ({ look: one.look, ...link })));
    const nowhere = followed.find(({ isNowhere }) => isNowhere);
    if (nowhere?.found) {
      const { link, found, look } = nowhere;
      const actual = `${found.method} of ${link.target} returned ${found.answer?.status}`;
      return violated({ expected: `the target of the link ${link.relation} exists`, actual, shows: [look, found] });
    }
    if (unreached !== undefined) return inconclusive('setup', unreached);
    const left = followed.flatMap(({ link, found }) => (found ? [] : [link.relation]));
    if (followed.length === left.length)
      return inconclusive('no-usable-case', 'the item has no link that can be followed');
    return left.length === 0
      ? held
      : heldWithNote(`links to other hosts and templates were not followed: ${[...new Set(left)].join(', ')}`);
  },
  monitor: defineMonitor({
    expected: 'the target of the link self exists',
    state: (create) => create<TrafficExchange>(),
    on: (exchange, traffic, linking) => {
      if (exchange.method !== 'GET') return undefined;
      for (const place of ['/links/self', '/links/self/href', '/_links/self', '/_links/self/href']) {
        const target = http.hasStatus(exchange, 200) ? compare.getAtPointer(exchange.answer?.json, place) : undefined;
        const path =
          typeof target === 'string' && !target.includes('{') ? traffic.resolve(target, exchange) : undefined;
        if (path !== undefined && path !== exchange.path) linking.set(path, exchange);
      }
      const look = linking.get(exchange.path);
      const isSame = look !== undefined && look.caller === exchange.caller;
      if (!isSame || !traffic.isUndisturbed(look, exchange, look.path)) return undefined;
      return http.hasStatus(exchange, 404, 410)
        ? { flaw: `the target of the link self returned ${exchange.answer?.status}`, shows: [look, exchange] }
        : 'kept';
    },
  }),
  silentIn: ['links-hal', 'links-header', 'ids-integer', 'etags'],
});
