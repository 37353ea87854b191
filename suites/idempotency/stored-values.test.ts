import type { Item } from '#rule';
import { exchange, item, testThen, under } from '../../test/support/then-table.fixture.js';
import type { StoredWrite } from './_shared/stored-values.js';
import patched from './patch-stores-what-was-sent.js';
import put from './put-stores-what-was-sent.js';

const look = (members: object) => exchange('GET', 200, { id: 't1', ...members });
const created = (members: Readonly<Record<string, string | number>>) => item(members) as Item;
const sent = { price: 15 };
const before = look({ price: 7 });
const stored = (after: StoredWrite['after'], control?: Partial<StoredWrite['control']>): StoredWrite[] => [
  {
    ...{ sent, before, write: exchange('PUT', 200), after },
    ...(control && { control: { created: created(sent), shown: look(sent), again: after, ...control } }),
  },
];

for (const rule of [put, patched])
  testThen(rule, {
    valid: { 'the value is stored': stored(look(sent)) },
    invalid: {
      'a third value is stored each time': stored(look({ price: 10 }), {}),
      'the value is lost each time': stored(look({}), {}),
      'a third value is stored after a write that is undecided': [
        ...stored(look({ price: 10 }), { again: look(sent) }),
        ...stored(look({ price: 10 }), {}),
      ],
    },
    ignored: {
      'an old value is kept, and another member is stored': [...stored(before), ...stored(look(sent))],
      'the value is the same': stored(look(sent)).map((one) => ({ ...one, before: look(sent) })),
    },
    irrelevant: {
      'each old value is kept: it may be set once': stored(before),
      'a creation stores another value, too': stored(look({ price: 10 }), { shown: look({ price: 10 }) }),
      'the third value was shown once': stored(look({ price: 10 }), { again: look(sent) }),
      'the profile declares that it changes': under(
        { collection: { volatile: ['/price'] } },
        stored(look({ price: 10 }), {}),
      ),
      'GET fails': stored(exchange('GET', 500)),
      'a cache answered': stored(exchange('GET', 200, { price: 10 }, { age: '3' }), {}),
    },
  });
