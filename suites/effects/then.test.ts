import { exchange, item, testThen, under } from '../../test/support/then-table.fixture.js';
import type { SentWrite } from './_shared/send-write.js';
import type { WatchedItem } from './_shared/watched-items.js';
import type { ListRound } from './_shared/watched-lists.js';
import acting from './actions-keep-other-items.js';
import reading from './reading-adds-nothing-to-any-list.js';
import readingOthers from './reading-an-item-keeps-the-others.js';
import refusing from './refused-writes-add-nothing-to-any-list.js';
import repeatedOrRefused from './repeated-and-refused-writes-keep-other-items.js';
import repeating from './repeated-key-adds-nothing-to-any-list.js';
import repeatingChanges from './repeated-key-changes-no-item.js';
import writing from './writing-an-item-keeps-the-others.js';
import below from './writing-an-item-keeps-what-is-below-it.js';
import elsewhere from './writing-an-item-keeps-what-is-elsewhere.js';
import referring from './writing-an-item-keeps-what-refers-to-it.js';

const state = (...ids: string[]) => ({ ids, pages: [exchange('GET /things', 200, ids)] });
const unread = { ids: undefined, pages: [exchange('GET /things', 500)] };
type State = ListRound['after'][number];
const round = (isTreated: boolean, before: State, idle: State, after: State, isWritable = true): ListRound => ({
  ...{ lists: [{ path: '/things', isWritable, expected: 't9' }], control: [[before], [idle]], after: [after] },
  ...{ treatment: [exchange('GET', 200)], isTreated },
});
const [one, two, three, four] = [
  state('t1'),
  state('t1', 't2'),
  state('t1', 't2', 't3'),
  state('t1', 't2', 't3', 't4'),
];
const grown = (isWritable = true) => [
  round(true, one, one, two, isWritable),
  round(false, two, two, two, isWritable),
  round(true, two, two, three, isWritable),
  round(false, three, three, three, isWritable),
];
for (const rule of [reading, repeating, refusing])
  testThen(rule, {
    valid: { 'the list is the same': [round(true, one, one, one)] },
    invalid: { 'the list grows with the requests, and only with them': grown() },
    ignored: {
      'an expected item appears late': [round(true, one, one, state('t1', 't9'))],
      'an expected item appears late in a list without ids': [
        round(true, state('entry 1'), state('entry 1'), state('entry 1', 'entry 2')),
        round(false, two, two, two),
        round(true, state('entry 1'), state('entry 1'), state('entry 1', 'entry 2')),
      ],
      'the list grew once': [round(true, one, one, two), round(false, two, two, two), round(true, two, two, two)],
      'entries disappear': [round(true, two, two, one)],
    },
    noted: {
      '/things grows with such requests; clients cannot write to it, so it may be a log': grown(false),
    },
    irrelevant: {
      'others add entries, too': [
        round(true, one, one, two),
        round(false, two, two, three),
        round(true, three, three, four),
      ],
      'the list grows by itself': [
        round(true, one, two, three),
        round(false, three, three, three),
        round(true, three, three, four),
      ],
      'no list can be read': [round(true, unread, unread, unread)],
    },
  });

const schema = {
  type: 'object',
  properties: { note: { type: 'string' }, level: { enum: ['first', 'other'] }, position: { type: 'integer' } },
};
const create = { method: 'POST', path: '/things', provenance: 'described', statuses: [], parameters: [] } as const;
const of = { ...item(), create: { ...create, request: { mediaType: 'application/json', schema } } };
const sent = { note: 'mine', level: 'first', position: 1 };
const look = (status: number, members: object = {}) => exchange('GET', status, { id: 't1', ...sent, ...members });
const watched = (after: WatchedItem['after'], again?: WatchedItem['again'], before = look(200)): WatchedItem => ({
  ...{ item: item(sent), of: of as unknown as WatchedItem['of'], before, after, again },
});
const put: SentWrite = { exchange: exchange('PUT', 200), sent: { note: 'yours', level: 'first', position: 2 } };
const seen = (one: WatchedItem, writes = [put]) => [{ looks: [one], writes }];
const shown: SentWrite = { exchange: exchange('PUT', 200, { position: 5 }), sent: { note: 'yours' } };
testThen(writing, {
  valid: { 'the other item is the same': seen(watched(look(200))) },
  invalid: {
    'a text changed': seen(watched(look(200, { note: 'lost' }), look(200, { note: 'lost' }))),
    'a number took the written value': seen(watched(look(200, { position: 2 }))),
    'a number took the value that the written item shows': seen(watched(look(200, { position: 5 })), [shown]),
    'a text of the item above changed': seen({
      ...watched(look(200, { note: 'lost' }), look(200, { note: 'lost' })),
      position: 'above' as const,
    }),
    'an enumerated value of an item elsewhere changed': seen({
      ...watched(look(200, { level: 'other' }), look(200, { level: 'other' })),
      position: 'elsewhere' as const,
    }),
    'it changed with the second write': [
      ...seen(watched(look(200))),
      ...seen(watched(look(200, { note: 'lost' }), look(200, { note: 'lost' }))),
    ],
    'the other item is gone': seen(watched(exchange('GET', 404))),
  },
  ignored: {
    'a member that no client sent changed': seen(watched(look(200, { parts: 1 }))),
    'the profile declares that it changes': under(
      { collection: { volatile: ['/note'] } },
      seen(watched(look(200, { note: 'lost' }))),
    ),
  },
  noted: {
    'level of another item changed with the write': seen(watched(look(200, { level: 'other' }))),
    'position of another item changed with the write': seen(watched(look(200, { position: 3 }))),
  },
  irrelevant: {
    'the text changes by itself': seen(watched(look(200, { note: 'a' }), look(200, { note: 'b' }))),
    'a cache answered': seen(watched(exchange('GET', 200, { note: 'lost' }, { age: '9' }))),
    'GET fails afterwards': seen(watched(exchange('GET', 500))),
  },
});

const refused: SentWrite = { exchange: exchange('PUT', 409), sent: null };
testThen(below, {
  valid: { 'the item below is the same': { looks: [watched(look(200))], writes: [put] } },
  invalid: {
    'the item below is gone': { looks: [watched(exchange('GET', 404))], writes: [put] },
    'a text in it changed': {
      looks: [watched(look(200, { note: 'lost' }), look(200, { note: 'lost' }))],
      writes: [put, refused],
    },
  },
  irrelevant: { 'the write was refused': { looks: [watched(look(200))], writes: [put, refused] } },
});

const apart = (after: WatchedItem['after']) => ({ ...watched(after, after), position: 'elsewhere' as const });
const get: SentWrite = { exchange: exchange('GET', 200), sent: null };
const readSteps = (idle: WatchedItem['after'], after: WatchedItem['after']) => [
  [...seen(apart(idle), [get]), ...seen(apart(after), [get])],
];
testThen(readingOthers, {
  valid: { 'the other item is the same': readSteps(look(200), look(200)) },
  invalid: {
    'a number changed': readSteps(look(200), look(200, { position: 2 })),
    'the other item is gone': readSteps(look(200), exchange('GET', 404)),
  },
  ignored: { 'a member that no client sent changed': readSteps(look(200), look(200, { views: 1 })) },
  irrelevant: {
    'it changes without these reads, too': readSteps(look(200, { position: 2 }), look(200, { position: 3 })),
  },
});

testThen(elsewhere, {
  valid: { 'the item is the same': seen(apart(look(200))) },
  invalid: {
    'it is gone after DELETE': seen(apart(exchange('GET', 404)), [{ exchange: exchange('DELETE', 204), sent: null }]),
    'a number in it changed': seen(apart(look(200, { position: 2 }))),
  },
  irrelevant: { 'GET fails afterwards': seen(apart(exchange('GET', 500))) },
});

const gone: SentWrite = { exchange: exchange('DELETE', 404), sent: null };
const performed: SentWrite = { exchange: exchange('POST', 201, { status: 'other', level: 'other' }), sent: null };
const stateful = (one: WatchedItem): WatchedItem => ({
  ...one,
  of: { ...one.of, states: { pointer: '/level', terminal: [], transitions: {} } },
});
testThen(acting, {
  valid: { 'the other item is the same': seen(watched(look(200)), [performed]) },
  invalid: {
    'a text changed': seen(watched(look(200, { note: 'lost' }), look(200, { note: 'lost' })), [performed]),
    'it took the state that the record shows': seen(stateful(watched(look(200, { level: 'other' }))), [performed]),
    'it is gone': seen(watched(exchange('GET', 404)), [performed]),
    'an unrelated number changed': seen(apart(look(200, { position: 2 })), [performed]),
  },
  noted: {
    'position of another item changed with the write': seen(watched(look(200, { position: 2 })), [performed]),
    'level of another item changed with the write': seen(stateful(watched(look(200, { level: 'ended' }))), [performed]),
  },
  irrelevant: {
    'the text changes by itself': seen(watched(look(200, { note: 'lost' }), look(200, { note: 'again' })), [performed]),
  },
});

testThen(repeatedOrRefused, {
  valid: { 'the item above is the same after both': [...seen(apart(look(200))), ...seen(apart(look(200)), [gone])] },
  invalid: {
    'a number in it counts the repetition': [
      ...seen(apart(look(200))),
      ...seen(apart(look(200, { position: 2 })), [gone]),
    ],
    'it is gone after a refused write': seen(apart(exchange('GET', 404)), [refused]),
  },
  ignored: { 'a member that no client sent changed': seen(apart(look(200, { parts: 2 })), [gone]) },
  irrelevant: {
    'nothing was repeated or refused': [],
    'the number changes by itself': seen(
      { ...watched(look(200, { position: 2 }), look(200, { position: 3 })), position: 'elsewhere' as const },
      [gone],
    ),
  },
});

const attempt = (isRepeated: boolean, idle: WatchedItem['after'], after: WatchedItem['after']) => ({
  isRepeated,
  steps: [...seen(apart(idle), [get]), ...seen(apart(after), [get])],
});
const moved = look(200, { position: 2 });
testThen(repeatingChanges, {
  valid: { 'the item is the same': [attempt(true, look(200), look(200))] },
  invalid: {
    'a number changes with each repetition, and only with it': [
      attempt(true, look(200), moved),
      attempt(false, look(200), look(200)),
      attempt(true, look(200), moved),
    ],
    'the item is gone after the repetition': [attempt(true, look(200), exchange('GET', 404))],
  },
  ignored: {
    'a member that no client sent changed': [attempt(true, look(200), look(200, { replays: 1 }))],
    'it changed once': [
      attempt(true, look(200), moved),
      attempt(false, look(200), look(200)),
      attempt(true, look(200), look(200)),
    ],
  },
  irrelevant: {
    'it changes without a repetition, too': [
      attempt(true, look(200), moved),
      attempt(false, look(200), moved),
      attempt(true, look(200), moved),
    ],
    'it changes before the repetition': [attempt(true, moved, look(200))],
  },
});

const tagged = { ...sent, tags: ['one'], note: 'mine' };
const refers = (members: object): WatchedItem => {
  const [before, after] = [tagged, { ...tagged, ...members }].map((one) => exchange('GET', 200, { id: 't1', ...one }));
  const free = { ...schema.properties, tags: { type: 'array', items: { type: 'string' } } };
  const creating = { ...create, request: { mediaType: 'application/json', schema: { ...schema, properties: free } } };
  return {
    ...{ item: item(tagged), of: { ...item(), create: creating } as unknown as WatchedItem['of'] },
    ...{ position: 'referring', before: before as WatchedItem['before'], after: after as WatchedItem['after'] },
    again: after,
  };
};
const named: SentWrite = { exchange: exchange('PUT', 200, { name: 'new name' }), sent: { name: 'new name' } };
testThen(referring, {
  valid: { 'the item is the same': seen(refers({}), [named]) },
  invalid: {
    'a text in it changed': seen(refers({ note: 'lost' }), [named]),
    'a list of texts in it is another one': seen(refers({ tags: [] }), [named]),
  },
  noted: {
    'note of another item changed with the write': seen(refers({ note: 'new name' }), [named]),
    'position of another item changed with the write': seen(refers({ position: 3 }), [named]),
  },
});
