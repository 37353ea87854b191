import {
  assume,
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

/**
 * A path below an item at which there is nothing. An application in the browser may have addresses of its own beside the API, so a
 * service that returns its page at each unknown path is judged below such names as `/api` only.
 */
export default defineRule({
  clause: 'ERR-27',
  title: 'An unknown path below an item does not return a page with success',
  otherwise: 'An unknown path below an item returned a page with success',
  touches: 'reads',
  needs: [needs.readable],
  cases: 1,
  given: (bodies) => values.record({ body: bodies.body() }),
  when: async ({ body }, { items, client, fresh }) => {
    const item = await items.getAny(body);
    assume(!item.path.includes('?'), 'no-usable-case', 'the address of an item has a query');
    const real = await item.get();
    const isReadable = http.hasStatus(real, 200) && /json/i.test(http.getHeader(real.answer, 'content-type') ?? '');
    assume(isReadable, 'no-usable-case', `GET of an item returned ${real.answer?.status} without JSON`);
    // The response of the API to what does not exist.
    const nothing = await items.getUnknown(body);
    const missing = await nothing.get();
    const readUnknown = (below: string) => client.send({ method: 'GET', path: `${below}/${fresh.word()}` });
    const asked = await readUnknown(item.path);
    if (!isPage(asked)) return { missing, asked, again: undefined, top: undefined, astray: undefined };
    const again = await readUnknown(item.path);
    return { missing, asked, again, top: await readUnknown(''), astray: await readUnknown(nothing.path) };
  },
  then: ({ missing, asked, again, top, astray }) => {
    if (again === undefined || top === undefined || astray === undefined) return held;
    if ([asked, again, top].some(http.isCached))
      return inconclusive('noise', 'a cache answered instead of the service');
    if (!isPage(again)) return inconclusive('noise', `another unknown path returned ${again.answer?.status}`);
    // The page of an item may have any words after the id in its address.
    if (!isPage(astray)) return inconclusive('no-usable-case', 'pages are returned below existing items only');
    if (isPage(top) && !apiName.test(asked.path))
      return heldWithNote('the service returns a page at each unknown path, as an application in the browser needs it');
    return violated({
      expected: 'GET returns 404',
      actual: `GET returned ${asked.answer?.status} and ${http.getHeader(asked.answer, 'content-type')}`,
      shows: [missing, asked, again],
    });
  },
  silentIn: ['errors-text', 'errors-empty', 'two-versions', 'order-parts', 'inventory'],
});

const isPage = ({ answer }: Exchange): boolean =>
  http.hasStatus({ answer }, 2) &&
  /^(text\/html|application\/xhtml)/i.test(http.getHeader(answer, 'content-type') ?? '');

/** Names below which no application has addresses of its own. */
const apiName = /^(\/[^/]+)*\/(api|apis|rest|v\d+(\.\d+)*)\//i;
