import { defineRule, held, http, inconclusive, type Tools, values, violated } from '#rule';
import { describedRead } from './_shared/described-reads.js';
import { isIdOf, showsId } from './_shared/shown-ids.js';

/**
 * What lies below an item may be missing, and the value of an example may belong to nothing: 404 counts only for an
 * address without parameters, and for an item that its list still shows: another client may have removed it.
 */
export default defineRule({
  clause: 'DOC-05',
  per: 'operation',
  title: 'A described GET exists',
  otherwise: 'A described GET does not exist',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'item',
  needs: [describedRead],
  cases: 1,
  given: () => values.oneOf(null),
  when: async (_: null, { address, client, collection, resource, share }: Tools) => {
    const { path, lastValue } = address();
    const last = /\{([^{}]+)\}$/.exec(resource().name)?.[1];
    const source = resource().values.find(({ name }) => name === last)?.source;
    const isReal = !resource().name.includes('{') || (source === 'entry' && isIdOf(collection, last));
    const read = await share('described read', () => client.send({ method: 'GET', path }));
    if (!isReal || lastValue === undefined || !http.hasStatus(read, 404)) return { isReal, read, isListed: true };
    const list = await client.send({ method: 'GET', path: path.slice(0, path.split('?')[0]?.lastIndexOf('/')) || '/' });
    return { isReal, read, isListed: showsId(list.answer?.json, lastValue, collection) };
  },
  then: ({ isReal, read, isListed }) => {
    const status = read.answer?.status;
    if (http.hasStatus(read, 404) && !isReal)
      return inconclusive('no-usable-case', 'GET returned 404, and what it reads may be missing');
    if (!http.hasStatus(read, 404, 405, 501)) return held;
    if (!isListed) return inconclusive('noise', 'the list no longer shows the item, so it may have been removed');
    return violated({ expected: 'the described operation', actual: `GET returned ${status}`, shows: [read] });
  },
  proof: { silentIn: ['inventory', 'inventory-with-numeric-ids', 'nullable-30'] },
});
