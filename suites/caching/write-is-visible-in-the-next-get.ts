import {
  assume,
  buildPointer,
  creatable,
  defineRule,
  type Exchange,
  getAtPointer,
  hasStatus,
  held,
  inconclusive,
  isCached,
  isEquivalent,
  readable,
  readLagHint,
  record,
  violated,
} from '#rule';
import { changeable, drawChange, writeChange } from './_change.js';
import { readWithoutCacheControl } from './_entity-tag.js';
import { readLate } from './_late-read.js';
import { readMaxAge } from './_max-age.js';

/** The first GET has no Cache-Control; a control that bypasses caches shows that the write took effect. */
export default defineRule({
  clause: 'CACHE-04',
  level: 'SHOULD',
  family: 'convention',
  per: 'collection',
  title: 'The next GET of the same URL shows a write',
  otherwise: 'GET still returned the old representation after a write',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [creatable, readable, changeable],
  assumes: ['creation/created-item-is-readable', 'safety/get-does-not-change-the-item'],
  cases: 3,
  given: (bodies) => record({ body: bodies.body(), change: drawChange(bodies) }),
  when: async ({ body, change }, tools) => {
    const item = await tools.items.create(body, { role: 'control' });
    const look = () => tools.http.send({ method: 'GET', path: item.path });
    const before = await readWithoutCacheControl(item, tools);
    const { sent, exchange: written } = await writeChange(item, change, tools);
    const told = `${written.method} returned ${written.answer?.status}`;
    assume(hasStatus(written, 200, 204), 'setup', told);
    const next = tools.collection.consistency.itemMs > 0 ? undefined : await look();
    const truth = await item.getUntil(({ answer }) => answer?.text !== before.answer?.text);
    const after = next ?? (await look());
    const late = await readLate(item, [before, truth, after]);
    return { sent, before, written, truth, after, late };
  },
  then: ({ sent, before, written, truth, after, late }, { isVolatile, collection }) => {
    if (!hasStatus(after, 200) || !hasStatus(truth, 200))
      return inconclusive('setup', `GET after the write returned ${after.answer?.status}`);
    const shown = (name: string, of: Exchange) => getAtPointer(of.answer?.json, buildPointer([name]));
    const movedIn = (look: Exchange) =>
      Object.keys(sent).filter(
        (name) => !isVolatile(buildPointer([name])) && !isEquivalent(shown(name, before), shown(name, look)),
      );
    const changed = movedIn(truth);
    const old = changed.filter((name) => isEquivalent(shown(name, before), shown(name, after)));
    if (changed.length === 0 && late && movedIn(late).length > 0)
      return inconclusive('noise', `the next GET did not show the ${written.method}, a later one did; ${readLagHint}`);
    if (changed.length === 0)
      return inconclusive('no-usable-case', `${written.method} returned ${written.answer?.status}, ${nothing}`);
    if (old.length === 0) return held;
    if (isCached(after) || (collection.maxAge ?? readMaxAge(before) ?? 0) > 0)
      return inconclusive('noise', 'the old representation may still be cached, as the profile declares');
    const side = (of: Exchange) => Object.fromEntries(old.map((name) => [name, shown(name, of) ?? 'absent']));
    return violated({ expected: side(truth), actual: side(after), shows: [before, written, after] });
  },
  proof: {
    violatedBy: ['get-is-outdated-after-writes', 'get-is-outdated-after-patch'],
    silentIn: ['etags', 'fresh-for-30-seconds', 'put-204', 'time-in-the-body', 'version-counter', 'normalising'],
  },
});

const nothing = 'and did not change the item';
