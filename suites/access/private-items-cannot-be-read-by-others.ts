import { assume, defineRule, held, heldWithNote, http, type Item, needs, type Tools, values, violated } from '#rule';
import { getAsOtherTenant, isAlike, privateItems } from './_shared/attempts.js';

/** The owner reads the item first: what was cached for the owner must not be served to others. */
export default defineRule({
  clause: 'AUTH-06',
  title: 'Private items of one caller cannot be read by another',
  otherwise: 'A private item of one caller was shown to another',
  touches: 'writes',
  needs: [needs.creatable, needs.readable, privateItems, needs.credentialsFor('otherTenant')],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({ body: bodies.body(), way: values.oneOf('item', 'record'), reads: values.integer(0, 2) }),
  when: async ({ body, way, reads }, tools) => {
    const { exchange: made, item, mark } = await tools.items.post(body, { marked: true });
    const why = `the creation returned ${made.answer?.status}, and the item has no known address`;
    assume(item !== undefined, 'setup', why);
    let own = await http.readBack(item);
    const path = (way === 'record' ? await recordOf(item, tools) : undefined) ?? item.path;
    for (let i = path === item.path ? 0 : -1; i < reads; i += 1) own = await tools.client.send({ method: 'GET', path });
    assume(http.hasStatus(own, 200), 'setup', `GET of the owner returned ${own.answer?.status}`);
    return { made, mark, own, asked: await getAsOtherTenant(path, tools) };
  },
  then: ({ made, mark, own, asked }, judging) => {
    if (!http.hasStatus(asked, 2)) return held;
    const isMarked = asked.answer?.text.includes(mark) ?? false;
    if (!isMarked && !isAlike(own, asked, judging))
      return heldWithNote('the URL shows the other tenant a different item');
    return violated({
      expected: 'GET of the other tenant returns 403 or 404',
      actual: `GET returned ${asked.answer?.status} with the private item`,
      shows: [made, own, asked],
    });
  },
  silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'hides-existence', 'ids-integer'],
});

/** The path of the record of an action, where it can be read. */
async function recordOf(item: Item, { collection, actions }: Tools): Promise<string | undefined> {
  const initial = collection.states?.initial;
  const isLegal = (from?: readonly string[]) => from === undefined || initial === undefined || from.includes(initial);
  const action = collection.actions.find(({ get, post, from }) => get && post && isLegal(from));
  const done = action && (await actions.perform(item, action));
  return action && done && http.hasStatus(done, 2) ? actions.buildPath(action, item) : undefined;
}
