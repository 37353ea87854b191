import { defineRule, held, http, inconclusive, type Tools, violated } from '#rule';
import { calledByGet, knownAddress, securedOperation } from './_shared/needs.js';

/** RFC 9110 §15.5.2. The same request with credentials succeeds before and after. */
export default defineRule({
  clause: 'AUTH-01',
  per: 'operation',
  title: 'Any read without credentials returns 401',
  otherwise: 'A read without credentials did not return 401',
  since: '0.1',
  stage: 'stable',
  touches: 'reads',
  needs: [calledByGet, knownAddress, securedOperation],
  yieldsTo: {
    read: ['access/reading-without-credentials-answers-401'],
    list: ['access/reading-without-credentials-answers-401'],
  },
  when: async (_, { address, client }: Tools) => {
    const { path } = address();
    const full = await client.send({ method: 'GET', path, role: 'control' });
    return { full, asked: await client.send({ method: 'GET', path, as: 'none' }) };
  },
  then: ({ full, asked }, { dialect }) => {
    if (!http.hasStatus(full, 2)) return inconclusive('setup', `GET with credentials returned ${full.answer?.status}`);
    const status = asked.answer?.status;
    if (http.hasStatus(asked, 401) || (dialect.hideExistence && http.hasStatus(asked, 404))) return held;
    if (http.hasStatus(asked, 3, 404)) return inconclusive('setup', `GET without credentials returned ${status}`);
    return violated({ expected: 'GET returns 401', actual: `GET returned ${status}`, shows: [full, asked] });
  },
  proof: { silentIn: ['inventory', 'access-bearer', 'access-basic'] },
});
