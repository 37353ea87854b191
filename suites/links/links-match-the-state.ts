import { defineRule, held, inconclusive, needs, values, violated } from '#rule';
import { declaredLinks, listLinks } from './_shared/links.js';
import { reachDeclaredState } from './_shared/reach-state.js';

/** State and links are read from one response, so that the state cannot change in between. */
export default defineRule({
  clause: 'LINK-01',
  level: 'MAY',
  family: 'convention',
  per: 'collection',
  title: 'The links of an item match its state',
  otherwise: 'The links of an item do not match its state',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [needs.creatable, needs.readable, declaredLinks, needs.stateful],
  assumes: ['creation/created-item-is-readable'],
  cases: 5,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.oneOf(0, 1, 2, 3, 4, 5, 6, 7) }),
  when: async ({ body, turn }, tools) =>
    reachDeclaredState(tools, body, Object.keys(tools.collection.links?.states ?? {}), turn),
  then: ({ state, look }, { collection: { links } }) => {
    if (!links) return inconclusive('setup', 'no links are declared');
    const [has, lacks] = [links.states[state]?.has, links.states[state]?.lacks].map(named) as [string[], string[]];
    const offered = listLinks(links, look).map(({ relation }) => relation);
    const missing = has.filter((relation) => !offered.includes(relation));
    const surplus = lacks.filter((relation) => offered.includes(relation));
    if (missing.length + surplus.length === 0) return held;
    const expected = { state, has, lacks };
    return violated({ expected, actual: { state, offered }, shows: [look] });
  },
  proof: { silentIn: ['links-hal', 'links-header', 'links-none', 'etags', 'put-204'] },
});

/** The declared relations of the profile; a single relation may be declared without a list. */
const named = (relations: string | readonly string[] | undefined): string[] => [relations ?? []].flat().map(String);
