import { defineRule, http, inconclusive, needs, type Tools, values } from '#rule';
import { judgeKnownMethod, judgeUnknownMethod } from './_shared/unsupported-method.js';

type HttpRequest = Parameters<Tools['client']['send']>[0];

/**
 * PROPFIND is safe wherever it is supported; POST goes to an item of this run. A method that seems to be supported is
 * not checked.
 */
export default defineRule({
  clause: 'ERR-17',
  per: 'collection',
  title: 'An unsupported method returns 405 with Allow',
  otherwise: 'An unsupported method did not return 405 with Allow',
  since: '0.1',
  stage: 'stable',
  touches: 'writes',
  watches: 'item',
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 3,
  given: (bodies) =>
    values.record({ body: bodies.body(), way: values.oneOf<Way>('POST item', 'PROPFIND item', 'PROPFIND list') }),
  when: async ({ body, way }, { items, client, collection }) => {
    const item = await items.create(body, { role: 'control' });
    const path = way === 'PROPFIND list' && collection.list ? items.firstPage(null) : item.path;
    // Where POST to a chosen id creates an item, it is supported.
    const isSupported = collection.creation?.isNamed && collection.create?.method === 'POST';
    const order: HttpRequest =
      way === 'POST item' && !isSupported ? { method: 'POST', path, json: {} } : { method: 'PROPFIND', path };
    const asked = await client.trySend(order);
    return { asked, get: await client.send({ method: 'GET', path, role: 'control' }) };
  },
  then: ({ asked, get }) => {
    if (!http.hasStatus(get, 200)) return inconclusive('setup', `GET of the same URL returned ${get.answer?.status}`);
    return asked.method === 'POST' ? judgeKnownMethod(asked) : judgeUnknownMethod(asked, get);
  },
  observes: {
    concerns: (exchange) => http.hasStatus(exchange, 405),
    findFlaw: ({ answer }) => (http.getHeader(answer, 'allow') === undefined ? '405 without Allow' : undefined),
    expected: '405 with a field Allow',
  },
  proof: { silentIn: ['access-bearer', 'errors-empty', 'two-versions', 'pagination-offset', 'ids-integer'] },
});

type Way = 'POST item' | 'PROPFIND item' | 'PROPFIND list';
