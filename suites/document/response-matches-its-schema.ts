import { defineRule, held, type Tools, violated } from '#rule';
import { findSchemaMismatch } from './_shared/described.js';
import { describedSuccess, readDescribed } from './_shared/described-reads.js';

export default defineRule({
  clause: 'DOC-03',
  per: 'operation',
  title: 'Content matches the schema of the document',
  otherwise: 'Content does not match the schema of the document',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  needs: [describedSuccess],
  when: (_, tools: Tools) => readDescribed(tools),
  then: ({ read, operation }, judging) => {
    const flaw = findSchemaMismatch(operation, read, judging);
    return flaw === undefined
      ? held
      : violated({ expected: 'content that matches the schema', actual: flaw, shows: [read] });
  },
  proof: { silentIn: ['inventory', 'inventory-with-numeric-ids', 'nullable-30', 'time-in-the-body'] },
});
