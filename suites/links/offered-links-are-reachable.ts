import { defineRule, held, heldWithNote, inconclusive, needs, values, violated } from '#rule';
import { declaredLinks, type FollowedLink, followLink, listLinks } from './_shared/links.js';
import { reachDeclaredState } from './_shared/reach-state.js';

/** Links are followed with care: only safe requests are sent, and none to other hosts. */
export default defineRule({
  clause: 'LINK-01',
  level: 'MAY',
  family: 'convention',
  per: 'collection',
  title: 'The target of every link of an item exists',
  otherwise: 'The target of a link of an item does not exist',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [needs.creatable, needs.readable, declaredLinks, needs.stateful],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: async ({ body, turn }, tools) => {
    const { links } = tools.collection;
    const { item, look } = await reachDeclaredState(tools, body, Object.keys(links?.states ?? {}), turn);
    const offered = links ? listLinks(links, look) : [];
    const followed: FollowedLink[] = [];
    for (const link of offered) followed.push(await followLink(tools, item, link, offered));
    return { look, followed };
  },
  then: ({ look, followed }) => {
    const nowhere = followed.find(({ isNowhere }) => isNowhere);
    if (nowhere?.found) {
      const { link, found } = nowhere;
      const actual = `${found.method} of ${link.target} returned ${found.answer?.status}`;
      return violated({ expected: `the target of the link ${link.relation} exists`, actual, shows: [look, found] });
    }
    const left = followed.flatMap(({ link, found }) => (found ? [] : [link.relation]));
    if (followed.length === left.length)
      return inconclusive('no-usable-case', 'the item has no link that can be followed');
    return left.length === 0
      ? held
      : heldWithNote(`links to other hosts and templates were not followed: ${left.join(', ')}`);
  },
  proof: { silentIn: ['links-hal', 'links-header', 'ids-integer', 'etags'] },
});
