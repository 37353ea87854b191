import {
  type Behaviour,
  createSpoilingBehaviour,
  type HostileAnswer,
  isCreation,
  isItem,
  replaceFields,
} from './behaviour.js';

/** Refuses creations, each other time, with a request to come back later. */
const createDelayBehaviour = (name: string, says: string, after: string, status = 429): Behaviour => {
  let n = 0;
  return createSpoilingBehaviour(name, says, isCreation, () => {
    n += 1;
    return n % 2 === 0 ? undefined : createRefusal(status, after);
  });
};

const createRefusal = (status: number, after: string): HostileAnswer => ({
  status,
  fields: [
    ['content-type', 'application/problem+json'],
    ['retry-after', after],
  ],
  content: Buffer.from(`{"type":"about:blank","title":"Wait","status":${status}}`),
});

/** Services that ask for patience. */
export const delays: readonly Behaviour[] = [
  createDelayBehaviour('wait-of-30000-years', 'asks for 10^12 seconds', '1000000000000'),
  createDelayBehaviour('wait-beyond-timers', 'asks for 2^32 seconds', '4294967296'),
  createDelayBehaviour('wait-is-negative', 'asks for -5 seconds', '-5'),
  createDelayBehaviour(
    'wait-till-the-year-9999',
    'asks to come back in the year 9999',
    'Fri, 31 Dec 9999 23:59:59 GMT',
  ),
  createDelayBehaviour('wait-till-1970', 'asks to come back in 1970', 'Thu, 01 Jan 1970 00:00:00 GMT'),
  createDelayBehaviour('wait-is-no-time', 'asks to come back soon', 'soon'),
  createDelayBehaviour('wait-is-infinite', 'asks for Infinity', 'Infinity'),
  createDelayBehaviour('unavailable-for-ever', 'answers creations 503 with a wait of ten years', '315360000', 503),
  {
    name: 'too-many-requests-always',
    says: 'answers everything 429, with a wait of a second',
    react: () => createRefusal(429, '1'),
  },
  createSpoilingBehaviour('dates-of-nowhere', 'gives dates and ages that are none', isItem, (said) =>
    replaceFields(
      said,
      ['date', 'yesterday'],
      ['age', '-1'],
      ['expires', '0'],
      ['last-modified', 'Tue, 99 Foo 99999 99:99:99 GMT'],
      ['cache-control', 'max-age=99999999999999999999, ,=,,"'],
      ['etag', 'W/"" , "'],
    ),
  ),
];
