import { defineRule, held, type Tools, violated } from '#rule';
import { calledByGet, knownAddress } from './_shared/needs.js';
import { countsItsReads, isAboutRequests, readRepeatedly } from './_shared/reads.js';

/**
 * Reads are the treatment, time is the control: a number that grows by the same step with every read, whatever the time
 * between two reads, is changed by reading. Pages about the service itself may count requests (RFC 9110 §9.2.1).
 */
export default defineRule({
  clause: 'SAFE-01',
  per: 'operation',
  title: 'GET does not change what it returns',
  otherwise: 'GET changed what it returns',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'collection',
  isPastCaches: true,
  needs: [calledByGet, knownAddress],
  yieldsTo: { read: ['safety/get-does-not-change-the-item'], list: ['safety/get-does-not-change-the-collection'] },
  when: async (_, tools: Tools) => ({ ...(await readRepeatedly(tools)), template: tools.resource().name }),
  then: ({ reads, template }, { isVolatile, isAccessStatistic }) => {
    if (isAboutRequests(template)) return held;
    const counted = countsItsReads(
      reads.map(({ answer }) => answer?.json),
      (pointer) => isVolatile(pointer) || isAccessStatistic(pointer) || isAboutRequests(pointer),
    );
    if (counted === undefined) return held;
    return violated({
      expected: 'the same representation in each response',
      actual: { [counted.pointer === '' ? '/' : counted.pointer]: counted.values },
      shows: reads,
    });
  },
  proof: { silentIn: ['inventory', 'inventory-with-statistics'] },
});
