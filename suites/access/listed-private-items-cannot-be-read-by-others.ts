import { assume, defineRule, type Exchange, held, heldWithNote, http, needs, values, violated } from '#rule';
import { getAsOtherTenant, isAlike, privateItems } from './_shared/attempts.js';

/** Most listed items of one case. */
const maxListed = 5;

/** Nothing needs to be created. What both callers list is shared by both, so it is left out. */
export default defineRule({
  clause: 'AUTH-06',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'Private items that one caller lists cannot be read by another',
  otherwise: 'A private item that one caller lists was shown to another',
  since: '0.2',
  stage: 'provisional',
  touches: 'reads',
  watches: 'item',
  needs: [needs.listable, needs.readable, privateItems, needs.credentialsFor('otherTenant')],
  assumes: ['access/private-items-cannot-be-read-by-others', 'access/private-items-are-not-listed-for-others'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.integer(0, 9) }),
  when: async ({ body, turn }, tools) => {
    const { items, client, collection } = tools;
    if (collection.create?.request) await items.getAny(body);
    const page = await items.page(items.firstPage());
    const theirs = await getAsOtherTenant(items.firstPage(), tools);
    assume(http.hasStatus(theirs, 200, 401, 403, 404), 'setup', `the other tenant got ${theirs.answer?.status}`);
    const isShared = (id: string) => theirs.answer?.text.includes(JSON.stringify(id)) ?? false;
    const ids = (page.entries ?? []).flatMap((entry) => items.readId(entry) ?? []).filter((id) => !isShared(id));
    assume(ids.length > 0, 'no-usable-case', 'the list shows no item that the other tenant does not list, too');
    const asked: { readonly own: Exchange; readonly other: Exchange }[] = [];
    for (const id of [...ids, ...ids].slice(turn % ids.length).slice(0, Math.min(maxListed, ids.length))) {
      const path = (collection.itemPath ?? '').replace(/\{[^}]+\}/, () => encodeURIComponent(id));
      const own = await client.send({ method: 'GET', path, role: 'control' });
      if (http.hasStatus(own, 200)) asked.push({ own, other: await getAsOtherTenant(path, tools) });
    }
    assume(asked.length > 0, 'setup', 'GET shows no listed item to the caller who lists it');
    return { page: page.exchange, theirs, asked };
  },
  then: ({ page, theirs, asked }, judging) => {
    const shown = asked.filter(({ other }) => http.hasStatus(other, 2));
    if (shown.length === 0) return held;
    const leak = shown.find(({ own, other }) => isAlike(own, other, judging));
    if (leak === undefined) return heldWithNote('the URL shows the other tenant a different item');
    return violated({
      expected: 'GET of the other tenant returns 403 or 404',
      actual: `GET returned ${leak.other.answer?.status} with the private item`,
      shows: [page, theirs, leak.own, leak.other],
    });
  },
  proof: { silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'hides-existence', 'ids-integer'] },
});
