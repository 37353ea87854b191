import { defineRule, held, http, inconclusive, type Tools, values, violated } from '#rule';
import { describedRead } from './_shared/described-reads.js';

/**
 * What lies below an item may be missing, and the value of an example may belong to nothing: 404 counts only for an
 * address without parameters, and for an item itself.
 */
export default defineRule({
  clause: 'DOC-05',
  level: 'SHOULD',
  family: 'document',
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
  when: async (_: null, { address, client, resource, share }: Tools) => {
    const { path } = address();
    const last = /\{([^{}]+)\}$/.exec(resource().name)?.[1];
    const source = resource().values.find(({ name }) => name === last)?.source;
    const isReal = !resource().name.includes('{') || source === 'entry';
    return { isReal, read: await share('described read', () => client.send({ method: 'GET', path })) };
  },
  then: ({ isReal, read }) => {
    const status = read.answer?.status;
    if (http.hasStatus(read, 404) && !isReal)
      return inconclusive('no-usable-case', 'GET returned 404, and what it reads may be missing');
    if (!http.hasStatus(read, 404, 405, 501)) return held;
    return violated({ expected: 'the described operation', actual: `GET returned ${status}`, shows: [read] });
  },
  proof: { silentIn: ['inventory', 'inventory-with-numeric-ids', 'nullable-30'] },
});
