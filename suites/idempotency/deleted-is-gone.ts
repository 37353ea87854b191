import {
  answered,
  hardDeleting,
  held,
  inconclusive,
  isAnother,
  isCached,
  makeable,
  readable,
  record,
  removable,
  rule,
  violated,
} from '#rule';
import { makeAndRemove } from './_removed.js';

export default rule({
  clause: 'DEL-02',
  level: 'MUST',
  family: 'convention',
  per: 'collection',
  title: 'What was deleted is gone',
  otherwise: 'What was deleted is still there',
  since: '0.1',
  stage: 'stable',
  touches: 'deletes',
  watches: 'item',
  needs: [makeable, readable, removable, hardDeleting],
  assumes: ['creation/made-is-readable'],
  cases: 2,
  given: (bodies) => record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const { item, read, removed } = await makeAndRemove(items, body);
    return { item, read, removed, after: await item.getUntil((exchange) => answered(exchange, 404, 410)) };
  },
  then: ({ item, read, removed, after }, { dialect }) => {
    const status = after.answer?.status;
    if (answered(after, 404, 410)) return held;
    if (answered(after, 401, 403)) return inconclusive('refused', `GET was answered ${status}`);
    if (!answered(after, 2)) return inconclusive('setup', `GET was answered ${status}, which does not tell`);
    if (dialect.deletedItem === 'tombstone') return inconclusive('setup', 'the profile says that tombstones stay');
    if (isCached(after)) return inconclusive('noise', 'a cache answered, not the service');
    if (isAnother(item.sent, read.answer?.json, after.answer?.json))
      return inconclusive('noise', 'another thing stands at the URL: its id was given out again');
    return violated({
      expected: `GET after DELETE answers ${dialect.deletedItem === 'gone' ? '410' : '404'}`,
      actual: `GET answers ${status}`,
      shows: [item.made, removed, after],
    });
  },
  proof: {
    violatedBy: ['delete-keeps-the-order', 'delete-only-unlists', 'missing-answers-200-with-an-error'],
    silentIn: ['soft-delete-410', 'second-delete-204', 'second-delete-410', 'ids-integer', 'clock-in-the-body'],
  },
});
