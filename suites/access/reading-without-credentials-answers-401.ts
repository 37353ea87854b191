import { defineRule, held, http, inconclusive, needs, violated } from '#rule';
import { calledByGet, knownAddress } from '../_shared/operations.js';
import { refusesReads } from './_shared/refusal.js';

/** Credentials are required for the operation, and can be left out. */
const securedOperation = needs.defineNeed('operation', {
  name: 'secured operation',
  reason: 'neither the profile nor the document says that the operation requires credentials',
  enable: 'auth.credentials.full',
  isMet: ({ call, collection }) => {
    const isSecured = call.operation.secured ?? collection.list?.secured ?? collection.isSecured;
    return isSecured === true && collection.callers.includes('full');
  },
});

export default defineRule({
  clause: 'AUTH-01',
  ...refusesReads('none'),
  elsewhere: {
    watches: 'item',
    needs: [calledByGet, knownAddress, securedOperation],
    yieldsTo: {
      read: ['access/reading-without-credentials-answers-401'],
      list: ['access/reading-without-credentials-answers-401'],
    },
    when: async (_, { subject, client }) => {
      const { path } = subject.address();
      const full = await client.send({ method: 'GET', path, role: 'control' });
      return { full, asked: await client.send({ method: 'GET', path, as: 'none' }) };
    },
    // RFC 9110 §15.5.2. The same request with credentials succeeds.
    then: ({ full, asked }, { dialect }) => {
      if (!http.hasStatus(full, 2))
        return inconclusive('setup', `GET with credentials returned ${full.answer?.status}`);
      const status = asked.answer?.status;
      if (http.hasStatus(asked, 401) || (dialect.hideExistence && http.hasStatus(asked, 404))) return held;
      if (http.hasStatus(asked, 3, 404)) return inconclusive('setup', `GET without credentials returned ${status}`);
      return violated({ expected: 'GET returns 401', actual: `GET returned ${status}`, shows: [full, asked] });
    },
  },
});
