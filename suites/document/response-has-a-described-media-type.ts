import { defineRule, held, type Tools, violated } from '#rule';
import { findTypeMismatch } from './_shared/described.js';
import { describedSuccess, readDescribed } from './_shared/described-reads.js';

export default defineRule({
  clause: 'DOC-02',
  per: 'operation',
  title: 'Content has a media type that the document describes',
  otherwise: 'Content has a media type that the document does not describe',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  needs: [describedSuccess],
  when: (_, tools: Tools) => readDescribed(tools),
  then: ({ read, operation }) => {
    const flaw = findTypeMismatch(operation, read);
    return flaw === undefined
      ? held
      : violated({ expected: 'a media type that the document describes', actual: flaw, shows: [read] });
  },
  proof: { silentIn: ['inventory', 'inventory-with-numeric-ids', 'nullable-30', 'time-in-the-body'] },
});
