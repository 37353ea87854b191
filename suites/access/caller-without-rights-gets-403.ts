import { assume, defineRule, http, needs } from '#rule';
import { drawRequestBodies, listWriteAttempts } from './_shared/attempts.js';
import { judgeRefusals, sendEach } from './_shared/refusal.js';

/** The limited caller is authenticated: its GET may return any status but 401. It must not change items of the full caller. */
export default defineRule({
  clause: 'AUTH-03',
  title: 'A caller without the right to write gets 403',
  otherwise: 'A caller without the right to write did not get 403',
  touches: 'deletes',
  needs: [needs.creatable, needs.readable, needs.secured, needs.credentialsFor('limited')],
  assumes: ['creation/created-item-is-readable'],
  cases: 1,
  given: drawRequestBodies,
  when: async (values, tools) => {
    const item = await tools.items.create(values.body);
    await http.readBack(item);
    const known = await tools.client.send({ method: 'GET', path: item.path, as: 'limited', role: 'control' });
    const why = 'GET returned 401 with auth.credentials.limited, as if the credentials were not valid';
    assume(!http.hasStatus(known, 401), 'setup', why);
    return sendEach(listWriteAttempts(item, values, tools), 'limited', 403);
  },
  then: (tried, judging) => judgeRefusals(tried, judging, 403, 'to the limited caller'),
  silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'hides-existence'],
});
