import { exchange, testThen, under } from '../../test/support/then-table.fixture.js';
import lockedParent from './locked-parent-refuses-writes-below-it.js';

const post = (status: number) => exchange('POST /things/t1/parts', status);
const parent = exchange('GET', 200, { id: 't1', state: 'done' });
const write = { asked: post(409), control: post(201), look: undefined, isDone: false };
const look = exchange('GET', 200, { id: 'p1' });

testThen(lockedParent, {
  valid: {
    'POST is refused with 409': { state: 'done', parent, tried: [write] },
    'the profile declares 422': under(
      { dialect: { conflict: [422] } },
      { state: 'done', parent, tried: [{ ...write, asked: post(422) }] },
    ),
  },
  invalid: {
    'POST creates an item': { state: 'done', parent, tried: [{ ...write, asked: post(201), look, isDone: true }] },
    '400, and it succeeded before': { state: 'done', parent, tried: [{ ...write, asked: post(400) }] },
  },
  irrelevant: {
    'nothing could be sent': { state: 'done', parent, tried: [] },
    'a success that stores nothing': { state: 'done', parent, tried: [{ ...write, asked: post(200) }] },
    'another refusal, and it was refused before': {
      ...{ state: 'done', parent },
      tried: [{ ...write, asked: post(400), control: post(400) }],
    },
  },
});
