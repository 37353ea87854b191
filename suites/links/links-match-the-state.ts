import { defineRule, held, inconclusive, needs, values, violated } from '#rule';
import { declaredLinks, listLinks } from './_shared/links.js';
import { visitDeclaredStates } from './_shared/reach-state.js';

/** Each declared state is visited. State and links are read from one response, so that the state cannot change in between. */
export default defineRule({
  clause: 'LINK-01',
  title: 'The links of an item match its state',
  otherwise: 'The links of an item do not match its state',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, declaredLinks, needs.stateful],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) =>
    visitDeclaredStates(tools, body, Object.keys(tools.collection.links?.states ?? {}), async (seen) => seen),
  then: ({ visited, unreached }, { collection: { links } }) => {
    if (!links) return inconclusive('setup', 'no links are declared');
    for (const { state, look } of visited) {
      const [has, lacks] = [links.states[state]?.has, links.states[state]?.lacks].map((names) =>
        named(names, links.in),
      ) as [string[], string[]];
      const offered = listLinks(links, look).map(({ relation }) => relation);
      const isWrong =
        has.some((relation) => !offered.includes(relation)) || lacks.some((relation) => offered.includes(relation));
      if (isWrong) return violated({ expected: { state, has, lacks }, actual: { state, offered }, shows: [look] });
    }
    return unreached === undefined ? held : inconclusive('setup', unreached);
  },
  silentIn: ['links-hal', 'links-header', 'links-none', 'etags', 'put-204'],
});

/** The declared relations of the profile; a single one may be declared without a list. Case means nothing in a Link field. */
const named = (relations: string | readonly string[] | undefined, place: 'body' | 'header'): string[] =>
  [relations ?? []].flat().map((name) => (place === 'header' ? String(name).toLowerCase() : String(name)));
