import { defineRule, held, type Tools, violated } from '#rule';
import { listMissingHeaders } from './_shared/described.js';
import { describedSuccess, readDescribed } from './_shared/described-reads.js';

export default defineRule({
  clause: 'DOC-04',
  per: 'operation',
  title: 'A response has the header fields that the document requires',
  otherwise: 'A response lacks a header field that the document requires',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  needs: [describedSuccess],
  when: (_, tools: Tools) => readDescribed(tools),
  then: ({ read, operation }) => {
    const flaw = listMissingHeaders(operation, read)[0];
    return flaw === undefined
      ? held
      : violated({ expected: 'the header fields that the document requires', actual: flaw, shows: [read] });
  },
  proof: { silentIn: ['inventory', 'inventory-with-numeric-ids', 'nullable-30', 'time-in-the-body'] },
});
