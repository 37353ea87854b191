import { defineRule, held, heldWithNote, inconclusive, needs, values, violated } from '#rule';
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
  silentIn: ['links-hal', 'links-header', 'ids-integer', 'etags'],
});
