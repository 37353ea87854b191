import { defineRule, held, http, inconclusive, type Tools, violated } from '#rule';
import { calledByGet, knownAddress } from './_shared/needs.js';
import { observeReads } from './_shared/reads.js';

/** Contents may differ with time; a status that differs between two reads says that the first one had an effect. */
export default defineRule({
  clause: 'SAFE-06',
  per: 'operation',
  title: 'Repeating a GET returns the same status',
  otherwise: 'Repeating a GET returned another status',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  watches: 'list',
  isPastCaches: true,
  needs: [calledByGet, knownAddress],
  yieldsTo: { read: ['safety/repeated-get-returns-the-same'] },
  when: (_, tools: Tools) => observeReads(tools),
  then: ({ reads }) => {
    const good = reads.find((read) => http.hasStatus(read, 2));
    if (good === undefined) return inconclusive('setup', `GET returned ${reads[0].answer?.status}`);
    const other = reads.find(({ answer }) => answer?.status !== good.answer?.status);
    if (other === undefined) return held;
    // Any other status may concern the caller, or the load.
    if (!http.hasStatus(other, 2, 404, 410)) return inconclusive('setup', `a GET returned ${other.answer?.status}`);
    return violated({
      expected: `GET returns ${good.answer?.status} each time`,
      actual: `GET returned ${other.answer?.status}`,
      shows: [good, other],
    });
  },
  proof: { silentIn: ['inventory', 'inventory-with-statistics'] },
});
