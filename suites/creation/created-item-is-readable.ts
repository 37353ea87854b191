import { assume, defineMonitor, defineRule, held, http, inconclusive, needs, values, violated } from '#rule';

export default defineRule({
  clause: 'RES-01',
  title: 'A created resource is readable at its URL',
  otherwise: 'A created resource is not readable at its URL',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable],
  cases: 4,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items }) => {
    const item = await items.create(body);
    const { answer } = item.createdBy;
    // Where the client chose the address, 200 may carry an error (ERR-03).
    const isTold = http.hasStatus(item.createdBy, 201, 202) || items.readId(answer?.json) !== undefined;
    const isLocated = http.getHeader(answer, 'location') !== undefined;
    assume(isTold || isLocated, 'setup', `the response ${answer?.status} does not say that an item was created`);
    assume(!http.isPending(item.createdBy), 'setup', 'the creation returned 202, so the item may not exist yet');
    const read = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
    return { item, read };
  },
  then: ({ item, read }) => {
    const status = read.answer?.status;
    if (http.hasStatus(read, 2)) return held;
    if (http.hasStatus(read, 401, 403)) return inconclusive('refused', `GET returned ${status}`);
    if (!http.hasStatus(read, 404, 410))
      return inconclusive('setup', `GET returned ${status}, which does not show whether the item exists`);
    return violated({
      expected: 'GET of the created item returns 200',
      actual: `GET returned ${status}`,
      shows: [item.createdBy, read],
    });
  },
  monitor: defineMonitor({
    expected: 'GET of the created item returns 200',
    on: (exchange, traffic) => {
      const { creation } = traffic.getTrack(exchange.path);
      if (exchange.method !== 'GET' || creation === undefined) return undefined;
      if (exchange.caller === undefined || exchange.caller !== creation.caller) return undefined;
      if (!traffic.isSettled(creation, exchange, exchange.path)) return undefined;
      const isGone = http.hasStatus(exchange, 404, 410);
      return isGone ? { flaw: `GET returned ${exchange.answer?.status}`, shows: [creation, exchange] } : 'kept';
    },
  }),
  silentIn: ['created-location-only', 'ids-integer', 'ids-prefixed', 'time-in-the-body', 'etags', 'nullable-30'],
});
