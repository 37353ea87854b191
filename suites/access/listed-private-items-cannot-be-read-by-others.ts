import {
  assume,
  type Collection,
  compare,
  defineRule,
  type Exchange,
  held,
  heldWithNote,
  http,
  type Json,
  needs,
  type Tools,
  values,
  violated,
} from '#rule';
import { getAsOtherTenant, isAlike, privateItems } from './_shared/attempts.js';

const maxListed = 5;

/** Nothing needs to be created. What both callers list is shared by both, so it is left out: the other list must be known to its end. */
export default defineRule({
  clause: 'AUTH-06',
  title: 'Private items that one caller lists cannot be read by another',
  otherwise: 'A private item that one caller lists was shown to another',
  touches: 'reads',
  needs: [needs.listable, needs.readable, privateItems, needs.credentialsFor('otherTenant')],
  assumes: ['access/private-items-cannot-be-read-by-others', 'access/private-items-are-not-listed-for-others'],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body(), turn: values.integer(0, 9) }),
  when: ({ body, turn }, tools) => readListedAsOther(tools, body, turn),
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
  silentIn: ['access-bearer', 'access-basic', 'access-query-key', 'hides-existence', 'ids-integer'],
});

/** Reads items of the first page as the other tenant, except those that its own list shows, too. */
async function readListedAsOther(tools: Tools, body: Json, turn: number) {
  const { items, client, collection } = tools;
  if (collection.create?.request) await items.getAny(body);
  const page = await items.page(items.firstPage());
  const theirs = await getAsOtherTenant(items.firstPage(), tools);
  assume(http.hasStatus(theirs, 200, 401, 403, 404), 'setup', `the other tenant got ${theirs.answer?.status}`);
  const others = listEntries(theirs, collection);
  const { maxSize = page.entries?.length ?? 0, style } = collection.pagination;
  const why = 'the list of the other tenant may have more pages';
  assume(style === 'none' || others.length < maxSize, 'no-usable-case', why);
  const shared = new Set(others.map((entry) => items.readId(entry)));
  const ids = (page.entries ?? []).flatMap((entry) => items.readId(entry) ?? []).filter((id) => !shared.has(id));
  assume(ids.length > 0, 'no-usable-case', 'the list shows no item that the other tenant does not list, too');
  const asked = [];
  for (const id of [...ids, ...ids].slice(turn % ids.length).slice(0, Math.min(maxListed, ids.length))) {
    const path = (collection.itemPath ?? '').replace(/\{[^}]+\}/, () => encodeURIComponent(id));
    const own = await client.send({ method: 'GET', path, role: 'control' });
    if (http.hasStatus(own, 200)) asked.push({ own, other: await getAsOtherTenant(path, tools) });
  }
  assume(asked.length > 0, 'setup', 'GET shows no listed item to the caller who lists it');
  return { page: page.exchange, theirs, asked };
}

/** The entries of a page; none where it was refused. */
function listEntries({ answer }: Exchange, { pagination }: Collection): readonly Json[] {
  const entries = answer?.status === 200 ? compare.getAtPointer(answer.json, pagination.items ?? '') : undefined;
  return Array.isArray(entries) ? entries : [];
}
