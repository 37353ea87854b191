import { exchange, item, testThen, under } from '../../test/support/then-table.fixture.js';
import allowed from './allowed-state-change-is-stored.js';
import forbidden from './forbidden-state-change-answers-409.js';
import effect from './forbidden-state-change-has-no-effect.js';
import locked from './locked-item-answers-409.js';
import unchanged from './locked-item-is-unchanged.js';

const look = exchange('GET', 200, { id: 't1', state: 'done', note: 'a' });
const stated = { item: item(), state: 'done', look };
const patch = (status: number) => exchange('PATCH /things/t1', status);
const attempt = (status: number, more: { isDone?: boolean; isRight?: boolean } = {}) => ({
  ...{ asked: patch(status), look, target: 'open', isDone: false, isRight: false, ...more },
});

testThen(forbidden, {
  valid: {
    'all are refused with 409': { stated, tried: [attempt(409), attempt(409)] },
    'the profile declares 422': under({ dialect: { conflict: [422] } }, { stated, tried: [attempt(422)] }),
  },
  invalid: {
    'one is stored': { stated, tried: [attempt(409), attempt(200, { isDone: true })] },
    'another refusal, and the state is accepted elsewhere': { stated, tried: [attempt(400, { isRight: true })] },
  },
  irrelevant: {
    'every state may follow': { stated, tried: [] },
    'a success that stores nothing': { stated, tried: [attempt(200)] },
    'another refusal, and the content may be invalid': { stated, tried: [attempt(422)] },
  },
});

const after = exchange('GET', 200, { id: 't1', state: 'open', note: 'a' });
const trace = { before: look, after: look, again: undefined, refused: [patch(409)] };
testThen(effect, {
  valid: { 'the item is unchanged': { refused: [patch(409)], trace } },
  invalid: { 'the state is stored': { refused: [patch(409)], trace: { ...trace, after, again: after } } },
  irrelevant: {
    'no change is forbidden': { refused: [], trace },
    'the change was not refused': { refused: [patch(200)], trace },
  },
});

const change = { state: 'open', target: 'done', written: patch(200), after: look, shown: 'done' };
testThen(allowed, {
  valid: { 'GET shows the state': change },
  invalid: {
    'GET shows the state before': { ...change, after, shown: 'open' },
    'it is refused with 409': { ...change, written: patch(409), after, shown: 'open' },
  },
  irrelevant: {
    'it needs a condition': { ...change, written: patch(428), after, shown: 'open' },
    'the item moved on': { ...change, shown: 'closed' },
    'it is refused as invalid': { ...change, written: patch(422), after, shown: 'open' },
    'GET fails': { ...change, after: exchange('GET', 500), shown: undefined },
  },
});

const write = { asked: patch(409), sent: { note: 'b' }, control: undefined, look, isDone: false };
const refusals = { state: 'done', before: look, after: look, again: undefined };
testThen(locked, {
  valid: { 'PATCH is refused with 409': { ...refusals, tried: [write] } },
  invalid: {
    'PATCH is stored': { ...refusals, tried: [{ ...write, asked: patch(200), isDone: true }] },
    '400, and it succeeds in another state': {
      ...refusals,
      tried: [{ ...write, asked: patch(400), control: patch(200) }],
    },
  },
  irrelevant: {
    'nothing could be sent': { ...refusals, tried: [] },
    '400, and it may be invalid': { ...refusals, tried: [{ ...write, asked: patch(400) }] },
    'a success without effect': { ...refusals, tried: [{ ...write, asked: patch(200) }] },
  },
});

testThen(unchanged, {
  valid: { 'the item is unchanged': { ...refusals, tried: [write] } },
  invalid: { 'the item has another state': { ...refusals, after, again: after, tried: [write] } },
  irrelevant: {
    'nothing could be sent': { ...refusals, tried: [] },
    'it was not refused': { ...refusals, tried: [{ ...write, asked: patch(200) }] },
  },
});
