import { exchange, listing, silentExchange, testThen, under } from '../../test/support/then-table.fixture.js';
import overLimit from './requests-over-the-limit-answer-429.js';
import field from './status-429-has-a-readable-retry-after.js';
import post from './throttled-post-creates-nothing.js';
import wait from './throttled-request-succeeds-after-the-wait.js';

const get = (status: number, headers = {}) => exchange('GET /things', status, undefined, headers);
const burst = {
  ...{ path: '/things', limit: { limit: 40, windowMs: 1000, maxRequests: 80 }, count: 80, tookMs: 100 },
  ...{ first: get(200), turned: [] as readonly ReturnType<typeof get>[], isIntercepted: false, control: get(200) },
};
testThen(overLimit, {
  valid: {
    '429 beyond the limit': { ...burst, count: 41, turned: [get(429)] },
    '429 early': { ...burst, count: 7, turned: [get(429)] },
  },
  invalid: {
    'all succeed': burst,
    'another refusal near the limit': { ...burst, count: 33, turned: [get(403)] },
  },
  noted: {
    'the profile allows requests over the limit to return 503': under(
      { dialect: { extraStatuses: [503] } },
      { ...burst, count: 48, turned: [get(503)] },
    ),
  },
  irrelevant: {
    'the window ended': { ...burst, tookMs: 1000 },
    'a cache answered': { ...burst, isIntercepted: true },
    'the service failed': { ...burst, turned: [get(500)] },
    'GET is refused after a pause as well': { ...burst, turned: [get(403)], control: get(403) },
  },
});

const withLast = (last: ReturnType<typeof get>) => ({ ...burst, last });
testThen(field, {
  valid: {
    seconds: withLast(get(429, { 'retry-after': '5' })),
    'a date': withLast(get(429, { 'retry-after': 'Sun, 06 Nov 1994 08:49:37 GMT' })),
  },
  invalid: { 'no field': withLast(get(429)), 'a text': withLast(get(429, { 'retry-after': 'soon' })) },
  ignored: { 'a rate limit field instead': withLast(get(429, { 'ratelimit-reset': '5' })) },
});

const refused = [{ exchange: exchange('POST /things', 429), mark: 'assay-1' }];
testThen(post, {
  valid: { 'the list does not show the marker': { refused, listing: listing([{ note: 'assay-2' }]), isCurrent: true } },
  invalid: { 'the list shows the marker': { refused, listing: listing([{ note: 'assay-1' }]), isCurrent: true } },
  irrelevant: {
    'no POST returned 429': { refused: [], listing: listing([]), isCurrent: true },
    'the list is not up to date': { refused, listing: listing([]), isCurrent: false },
    'the list is too long': { refused, listing: listing([], { isWhole: false }), isCurrent: true },
  },
});

const last = get(429, { 'retry-after': '1' });
testThen(wait, {
  valid: { 'success after the first wait': { last, again: [get(200)] } },
  invalid: { '429 after both waits': { last, again: [get(429), get(429)] } },
  noted: { 'the request succeeded after the second wait': { last, again: [get(429), get(200)] } },
  irrelevant: {
    'no second request': { last, again: [] },
    'the service failed': { last, again: [get(503)] },
    'no response': { last, again: [get(429), silentExchange('GET /things')] },
  },
});
