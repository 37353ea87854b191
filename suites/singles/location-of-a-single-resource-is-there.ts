import { assume, defineRule, held, http, inconclusive, type Tools, values, violated } from '#rule';
import { creatableSingle } from './_shared/needs.js';

/** Without Location, the created resource is the one at the path of the request (RFC 9110 §15.3.2). */
export default defineRule({
  clause: 'CRE-02',
  per: 'resource',
  title: 'The Location of a created single resource leads to it',
  otherwise: 'The Location of a created single resource leads nowhere',
  doubt: 'Location may name the resource as another caller sees it.',
  touches: 'writes',
  watches: 'service',
  needs: [creatableSingle],
  assumes: ['singles/put-replaces-a-single-resource', 'singles/repeated-put-of-a-single-resource-has-one-effect'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools: Tools) => {
    const single = await tools.subject.single();
    const created = await single.post(body);
    assume(http.hasStatus(created, 201), 'setup', `POST returned ${created.answer?.status}`);
    const location = http.getHeader(created.answer, 'location');
    const read = await single.getUntil((look) => http.hasStatus(look, 200));
    assume(http.hasStatus(read, 200), 'setup', `GET after POST returned ${read.answer?.status}`);
    const led = location === undefined ? undefined : await tools.client.follow(location, single.path);
    return { created, location, ...led };
  },
  then: ({ created, location, read: found, isAbsent, otherHost }) => {
    const status = found?.answer?.status;
    if (otherHost !== undefined) return inconclusive('setup', `${location} names a host to which no request is sent`);
    if (location === undefined || status === 200) return held;
    if (!found || !isAbsent)
      return inconclusive('setup', `${location} could not be followed under the base URL: ${status}`);
    const actual = `GET returned ${status}`;
    return violated({ expected: `${location} returns 200`, actual, shows: [created, found] });
  },
  silentIn: ['inventory', 'inventory-with-default-settings', 'inventory-with-conditional-settings'],
});
