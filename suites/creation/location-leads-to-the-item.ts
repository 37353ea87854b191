import {
  assume,
  compare,
  defineMonitor,
  defineRule,
  type Exchange,
  held,
  heldWithNote,
  http,
  inconclusive,
  needs,
  values,
  violated,
} from '#rule';
import { findOtherId } from './_shared/later-appearances.js';

/** RFC 9110 §9.3.3 and §10.2.2. Without a Location, the URL of a PUT, or of a POST to the item, is that of the created item (§15.3.2). */
export default defineRule({
  clause: 'CRE-02',
  title: 'The Location of a 201 response is the URL of the created item',
  otherwise: 'The Location of a 201 response is not the URL of the created item',
  touches: 'writes',
  reusedItems: 1,
  needs: [needs.creatable, needs.readable],
  assumes: ['creation/created-item-is-readable'],
  cases: 2,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, tools) => {
    const { exchange: made, item, mark } = await tools.items.post(body, { marked: true });
    const why = `the creation was refused with ${made.answer?.status} (exchange ${made.n})`;
    assume(!http.hasStatus(made, 401, 403), 'refused', why);
    const told = `${made.method} returned ${made.answer?.status}, and only 201 requires a Location`;
    assume(http.hasStatus(made, 201), 'setup', told);
    const location = http.getHeader(made.answer, 'location');
    const isAtItem = made.method !== 'POST' || tools.collection.creation?.isNamed === true;
    const isTold = location !== undefined || !isAtItem;
    assume(isTold, 'no-usable-case', `${made.method} returned no Location, and needs none`);
    // Waits for the end of the window in which the created item may not be readable yet.
    if (item) await item.getUntil((exchange) => http.hasStatus(exchange, 200));
    const led = location === undefined ? undefined : await tools.client.follow(location, made.path);
    const isDoubtful = led?.missed !== undefined || led?.otherHost !== undefined;
    const isListed = isDoubtful && tools.collection.list !== undefined;
    const list = isListed ? await tools.client.trySend({ method: 'GET', path: tools.collection.path }) : undefined;
    return { made, mark, location, list, itemPath: item?.path, ...led };
  },
  then: ({ made, mark, location, list, itemPath, read, isAbsent, missed, otherHost }, { collection }) => {
    if (location === undefined)
      return violated({ expected: 'Location', actual: '201 without Location', shows: [made] });
    const shows = read ? [made, read] : [made];
    const status = read?.answer?.status ?? 0;
    if (status === 401 || status === 403) return inconclusive('refused', `GET of ${location} returned ${status}`);
    if (isAbsent) return violated({ expected: `${location} returns 200`, actual: `GET returned ${status}`, shows });
    if (status !== 200) return inconclusive('setup', `${location} could not be followed under the base URL: ${status}`);
    // A public address may begin with a path that a gateway removes; other addresses then begin with it, too.
    const isShown = (start: string) => [made, read, list].some((one) => showsAddress(one, start));
    const isPublic = isShown(`${missed?.prefix}/`);
    const isMarked = read?.answer?.text.includes(mark) === true;
    if (missed && !isPublic && (isMarked || read?.path === itemPath)) {
      const actual = `GET of ${missed.exchange.path} returned ${missed.exchange.answer?.status}; the item is at ${read?.path}`;
      return violated({ expected: `${location} leads to the item`, actual, shows: [...shows, missed.exchange] });
    }
    const found = isMarked ? undefined : findOtherId(made.answer?.json, read?.answer?.json, collection.id.pointer);
    if (found) return violated({ expected: found.expected, actual: { location, ...found.actual }, shows });
    if (otherHost !== undefined && !isShown(`//${otherHost}/`))
      return inconclusive('setup', `${location} names a host to which no request is sent`);
    if (isMarked) return held;
    const [id, other] = [made, read].map((one) => compare.getAtPointer(one?.answer?.json, collection.id.pointer));
    const isSame = id !== undefined && String(id) === String(other);
    return isSame ? held : heldWithNote('the resource at the Location could not be recognised');
  },
  monitor: defineMonitor({
    expected: 'the Location leads to the created item',
    on: (exchange, traffic) => {
      const { creation } = traffic.getTrack(exchange.path);
      const isRead = exchange.method === 'GET' && http.hasStatus(exchange, 200) && exchange.hasText;
      if (!isRead || creation === undefined) return undefined;
      const found = findOtherId(creation.answer?.json, exchange.answer?.json, '/id');
      if (found === undefined) return 'kept';
      return {
        flaw: `the creation has the id ${found.expected.id}, and GET ${found.actual.id}`,
        shows: [creation, exchange],
      };
    },
  }),
  silentIn: ['created-location-only', 'ids-integer', 'ids-prefixed', 'request-id-in-the-body', 'etags'],
});

const showsAddress = (exchange: Exchange | undefined, text: string): boolean =>
  JSON.stringify([exchange?.answer?.json ?? null, http.getHeader(exchange?.answer, 'link') ?? '']).includes(text);
