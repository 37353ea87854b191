import { assume, defineRule, type Exchange, held, http, inconclusive, type Tools, values, violated } from '#rule';
import { creatableSingle } from './_shared/needs.js';

/** Without Location, the created resource is the one at the path of the request (RFC 9110 §15.3.2). */
export default defineRule({
  clause: 'CRE-02',
  per: 'resource',
  title: 'The Location of a created single resource leads to it',
  otherwise: 'The Location of a created single resource leads nowhere',
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
    const found = location === undefined ? read : await readAtLocation(location, single.path, tools);
    return { created, location, found, isReached: location !== undefined && tools.client.reaches(location) };
  },
  then: ({ created, location, found, isReached }) => {
    const status = found?.answer?.status;
    if (location === undefined || status === 200) return held;
    if (!found || !http.hasStatus(found, 404, 410) || !isReached)
      return inconclusive('setup', `${location} could not be followed under the base URL: ${status}`);
    const actual = `GET returned ${status}`;
    return violated({ expected: `${location} returns 200`, actual, shows: [created, found] });
  },
  silentIn: ['inventory', 'inventory-with-default-settings', 'inventory-with-conditional-settings'],
});

/**
 * GET of a Location under the base URL (RFC 9110 §10.2.2: relative to the target URI): the first response with status 200, else
 * the first response. The host may be internal, and the first segments may belong to the base URL.
 */
async function readAtLocation(location: string, at: string, { client }: Tools): Promise<Exchange | undefined> {
  const base = `http://service.invalid${at}`;
  if (!URL.canParse(location, base)) return undefined;
  const { pathname, search } = new URL(location, base);
  const segments = pathname.split('/').slice(1);
  const starts = [0, 1, 2].filter((start) => start < segments.length);
  const paths = starts.map((start) => `/${segments.slice(start).join('/')}${search}`);
  let first: Exchange | undefined;
  for (const path of paths) {
    const found = await client.send({ method: 'GET', path, headers: { 'cache-control': 'no-cache' } });
    if (http.hasStatus(found, 200)) return found;
    first ??= found;
  }
  return first;
}
