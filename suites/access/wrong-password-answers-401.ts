import { assume, defineRule, held, http, inconclusive, needs, violated } from '#rule';

const usable = [needs.listable, needs.secured, needs.credentialsFor('wrongPassword')];

/**
 * One request for the whole service, because services lock a user after several wrong passwords. Only an accepted password is
 * tried again. A list that is shown without credentials proves nothing. Where no wrong password is declared, a token with
 * another end is sent.
 */
export default defineRule({
  clause: 'AUTH-02',
  per: 'service',
  title: 'A known user with a wrong password, or another end of a token, gets 401',
  otherwise: 'A known user with a wrong password, or another end of a token, was served',
  touches: 'reads',
  needs: usable,
  assumes: ['access/reading-with-invalid-credentials-answers-401'],
  when: async (_, { subject, related, client }) => {
    const collection = subject.service().collections.find((one) => usable.every((need) => need.isMet(one)));
    assume(collection !== undefined, 'setup', 'no collection with credentials can be listed');
    const path = related.getItems(collection).firstPage();
    const full = await client.send({ method: 'GET', path, role: 'control' });
    assume(http.hasStatus(full, 2), 'setup', `GET with valid credentials returned ${full.answer?.status}`);
    const none = await client.send({ method: 'GET', path, as: 'none', role: 'control' });
    const why = `GET without credentials returned ${none.answer?.status}`;
    assume(http.hasStatus(none, 401, 403, 404), 'no-usable-case', why);
    return { full, asked: await client.send({ method: 'GET', path, as: 'wrongPassword' }) };
  },
  then: ({ full, asked }) => {
    const status = asked.answer?.status;
    if (http.hasStatus(asked, 401)) return held;
    if (http.isCached(asked)) return inconclusive('noise', 'a cache answered instead of the service');
    // A user that is locked, or a list that is hidden, shows nothing about the comparison of passwords.
    if (!http.hasStatus(asked, 2)) return inconclusive('refused', `GET with it returned ${status}`);
    return violated({
      expected: 'GET with a wrong password or token returns 401',
      actual: `GET returned ${status}`,
      shows: [full, asked],
    });
  },
  silentIn: ['access-bearer', 'access-basic', 'access-api-key', 'access-query-key', 'access-open'],
});
