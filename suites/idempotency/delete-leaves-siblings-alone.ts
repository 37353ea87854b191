import { assume, held, integer, makeable, readable, record, removable, rule } from '#rule';
import { makeAndRead } from './_made.js';
import { remove } from './_removed.js';
import { judgeStill } from './_still.js';

/** One sibling is older than what is removed, the other one younger. */
export default rule({
  clause: 'DEL-03',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'DELETE, once or again, leaves other items alone',
  otherwise: 'DELETE changed or removed another item',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'collection',
  needs: [makeable, readable, removable],
  assumes: ['creation/made-is-readable'],
  cases: 4,
  given: (bodies) => record({ body: bodies.body(), times: integer(1, 2) }),
  when: async ({ body, times }, { items }) => {
    const elder = await makeAndRead(items, body);
    const item = await items.make(body);
    const younger = await makeAndRead(items, body);
    const paths = new Set([elder.item.path, item.path, younger.item.path]);
    assume(paths.size === 3, 'setup', 'equal bodies make one and the same item');
    const removals = [await remove(item)];
    while (removals.length < times) removals.push(await item.delete());
    const siblings = [];
    for (const { item: sibling, read } of [younger, elder])
      siblings.push({ sibling, read, after: await sibling.get() });
    return { removals, siblings };
  },
  then: ({ removals, siblings }, judging) => {
    const findings = siblings.map(({ sibling, read, after }) =>
      judgeStill({ sent: sibling.sent, before: read, after, shows: [sibling.made, ...removals, after] }, judging),
    );
    const isViolated = findings.find(({ verdict }) => verdict === 'violated');
    return isViolated ?? findings.find(({ verdict }) => verdict === 'inconclusive') ?? held;
  },
  proof: {
    violatedBy: ['delete-takes-a-sibling', 'repeated-delete-takes-a-sibling'],
    silentIn: ['clock-in-the-body', 'request-id-in-the-body', 'access-statistics', 'second-delete-204', 'ids-integer'],
  },
});
