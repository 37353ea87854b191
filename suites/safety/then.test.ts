import type { Json } from '#rule';
import { exchange, item, rawExchange, testThen, under } from '../../test/support/then-table.fixture.js';
import first from './first-read-keeps-the-item.js';
import list from './get-does-not-change-the-collection.js';
import get from './get-does-not-change-the-item.js';
import head from './head-does-not-change-the-item.js';
import headSupport from './head-is-supported.js';
import headSame from './head-matches-get.js';
import override from './method-override-does-not-write.js';
import action from './reading-an-action-does-not-perform-it.js';
import repeated from './repeated-get-returns-the-same.js';

const show = (count: number, time = 'a') => exchange('GET', 200, { id: 't1', count, time });
const thing = item();
const around = (after: ReturnType<typeof exchange>, first = show(1), of = thing) => ({
  ...{ item: of, control: [first, show(1)] as const, treatment: [exchange('GET', 200)], after },
});
const rows = {
  valid: { 'the item is unchanged': around(show(1)) },
  invalid: { 'a member changed': around(show(2)), 'the item is gone': around(exchange('GET', 404)) },
  ignored: {
    'a member changes without a request': around(exchange('GET', 200, { id: 't1', count: 1, time: 'c' }), show(1, 'b')),
    'the profile declares an access counter': under({ collection: { accessStatistics: ['/count'] } }, around(show(2))),
    'the profile declares that it changes': under({ collection: { volatile: ['/count'] } }, around(show(2))),
  },
  irrelevant: { 'the caller is blocked': around(exchange('GET', 429)) },
};
for (const rule of [list, override, action]) testThen(rule, rows);
const found = item({}, 't1', exchange('GET /things', 200, []));
testThen(head, {
  ...rows,
  irrelevant: {
    ...rows.irrelevant,
    'an item of others changed': around(show(2), show(1), found),
    'an item of others is gone': around(exchange('GET', 404), show(1), found),
  },
});

const made = thing.createdBy;
testThen(get, {
  valid: { 'both items are unchanged': { made, seen: [show(1), show(1), show(1)], before: show(1), after: show(1) } },
  invalid: {
    'a counter grows with each read': { made, seen: [show(1), show(2), show(3)], before: show(1), after: show(2) },
    'the other item changed': { made, seen: [show(1), show(1), show(1)], before: show(1), after: show(5) },
  },
  ignored: {
    'the profile declares an access counter': under(
      { collection: { accessStatistics: ['/count'] } },
      { made, seen: [show(1), show(2), show(3)], before: show(1), after: show(2) },
    ),
    'a value alternates': { made, seen: [show(1), show(2), show(1)], before: show(1), after: show(2) },
  },
});

const look = (entry: Json, other: Json) => ({ entry, other, page: exchange('GET /things', 200, [entry, other]) });
const [unread, seen] = [
  { id: 't1', state: 'new' },
  { id: 't1', state: 'seen' },
];
const unseen = look(unread, unread);
/** The list before the first GET, between both, and after the second one. */
const reading = (between = unseen, after = between, known = unseen) => {
  return { made, known, before: unseen, first: show(1), between, second: show(1), after };
};
testThen(first, {
  valid: { 'the list shows the same': reading() },
  invalid: { 'each item changes once it is read': reading(look(seen, unread), look(seen, seen)) },
  ignored: {
    'both change at once': reading(look(seen, seen)),
    'the list shows a member that is computed when it is first asked for': reading(
      look({ ...unread, size: 7 }, unread),
      look({ ...unread, size: 7 }, { ...unread, size: 7 }),
    ),
    'the item changes anyway': reading(look(seen, unread), look(seen, seen), look(seen, unread)),
    'the profile declares an access statistic': under(
      { collection: { accessStatistics: ['/state'] } },
      reading(look(seen, unread), look(seen, seen)),
    ),
  },
  irrelevant: {
    'the twin does not change once it is read': reading(look(seen, unread)),
    'the list shows ids only': reading(look({ id: 't1' }, {}), undefined, look({ id: 't1' }, {})),
  },
});

const ok = exchange('GET', 200);
testThen(headSupport, {
  valid: { '200': { gets: [ok], heads: [exchange('HEAD', 200)] } },
  invalid: {
    '405': { gets: [ok], heads: [exchange('HEAD', 405)] },
    '404': { gets: [ok], heads: [exchange('HEAD', 404)] },
    '500': { gets: [ok], heads: [exchange('HEAD', 500)] },
  },
  noted: { 'HEAD returned 304': { gets: [ok], heads: [exchange('HEAD', 304)] } },
  irrelevant: { '403': { gets: [ok], heads: [exchange('HEAD', 403)] } },
});

const length = (value: number) => ({ 'content-length': String(value) });
const raw = rawExchange('GET', 200, 'abc', length(3));
testThen(headSame, {
  valid: {
    'the same length': { get: raw, head: rawExchange('HEAD', 200, '', length(3)), again: [raw] },
    'no length': { get: raw, head: rawExchange('HEAD', 200), again: undefined },
  },
  invalid: {
    content: { get: raw, head: rawExchange('HEAD', 200, 'abc', length(3)), again: [raw] },
    'another status': { get: raw, head: rawExchange('HEAD', 204), again: undefined },
    'another length': { get: raw, head: rawExchange('HEAD', 200, '', length(0)), again: [raw] },
  },
  ignored: {
    'GET is compressed, and HEAD is not': {
      get: rawExchange('GET', 200, 'abc', { ...length(3), 'content-encoding': 'gzip' }),
      head: rawExchange('HEAD', 200, '', length(9)),
      again: [rawExchange('GET', 200, 'abc', { ...length(3), 'content-encoding': 'gzip' })],
    },
    'the length of GET changes': {
      get: raw,
      head: rawExchange('HEAD', 200, '', length(4)),
      again: [rawExchange('GET', 200, 'abcd', length(4))],
    },
  },
});

testThen(repeated, {
  valid: { 'the same representation': { made, seen: [show(1), show(1)] } },
  invalid: { 'another value': { made, seen: [show(1), show(1), show(2)] } },
  ignored: {
    'the profile declares that it changes': under(
      { collection: { volatile: ['/count'] } },
      { made, seen: [show(1), show(2)] },
    ),
  },
});
