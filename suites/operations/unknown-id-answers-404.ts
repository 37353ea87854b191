import { assume, defineRule, held, http, inconclusive, type Tools, violated } from '#rule';
import { addressOfAnItem, calledByGet } from './_shared/needs.js';
import { assumeReadable } from './_shared/reads.js';

/** The id has the form of a real one, which a list shows or the run created, and a read of the real one succeeds. */
export default defineRule({
  clause: 'ERR-09',
  per: 'operation',
  title: 'GET with an unknown id returns 404',
  otherwise: 'GET with an unknown id did not return 404',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'list',
  needs: [calledByGet, addressOfAnItem],
  yieldsTo: { read: ['absence/missing-item-answers-404'] },
  when: async (_, { address, client, fresh }: Tools) => {
    const { path, isItem, lastValue = '', replaceLast } = address();
    const id = fresh.idLike(lastValue);
    const missing = replaceLast(encodeURIComponent(id));
    assume(isItem && missing !== undefined, 'setup', 'no id of an existing item is known');
    const real = await client.send({ method: 'GET', path });
    assumeReadable(real);
    return { real, id, asked: await client.send({ method: 'GET', path: missing }) };
  },
  then: ({ real, id, asked }, { dialect }) => {
    const status = asked.answer?.status;
    if (http.hasStatus(asked, 404, 410)) return held;
    if (http.isAboutCaller(asked, dialect.hidesNothing === true))
      return inconclusive('refused', `GET returned ${status}`);
    // Only numbers and UUIDs are certainly well-formed: other ids may have check digits.
    const isWellFormed = /^(\d{1,12}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i.test(id);
    if (!http.hasStatus(asked, 2, 403, 500) && !(isWellFormed && http.hasStatus(asked, 400, 422)))
      return inconclusive('setup', `GET returned ${status}, before the item was requested`);
    return violated({ expected: 'GET returns 404', actual: `GET returned ${status}`, shows: [real, asked] });
  },
  proof: { silentIn: ['inventory', 'inventory-with-numeric-ids'] },
});
