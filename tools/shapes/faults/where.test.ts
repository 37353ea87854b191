import { expect, test } from 'vitest';
import type { Design } from '../design/design.js';
import { simplestChoices, simplestCollection, simplestDesign } from '../design/simplest.js';
import { describeService } from '../facts/build-facts.js';
import { faults } from './faults.js';

/** A collection with an action, tags and an order of states, whose items of others can be read, changed and removed. */
const withChoices = (choices: object): Design => ({
  ...simplestDesign,
  service: { ...simplestDesign.service, access: 'bearer', callers: 'two' },
  collections: [
    {
      ...simplestCollection,
      memberCount: 4,
      others: 40,
      choices: { ...simplestChoices, action: 'record', entityTag: 'strong', states: 'ordered', ...choices },
    },
  ],
});

const listNames = (choices: object): string[] =>
  faults.filter(({ appliesTo }) => appliesTo(describeService(withChoices(choices)))).map(({ name }) => name);

test.each([
  ['nothing', { create: 'none' }],
  ['a list in place of that of others', { create: 'post-replaces', createAnswer: 'nothing', createStatus: '200' }],
])('where a client creates %s, faults show by reading and by requests that are refused', (_, choices) => {
  const names = listNames(choices);
  const written = [
    'change-is-not-stored',
    'put-merges',
    'refused-change-answers-200',
    'if-match-is-ignored',
    'tag-stays',
  ];
  const performed = [
    'action-has-no-effect',
    'record-has-no-author',
    'order-is-not-kept',
    'query-turns-get-into-delete',
    'get-performs-the-action',
  ];
  const ofCallers = ['items-of-other-callers-are-changed', 'list-loses-an-item', 'delete-keeps-the-item'];
  expect([...written, ...performed, ...ofCallers].filter((name) => names.includes(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining([
      ...['get-counts', 'first-get-changes-the-state', 'ids-of-entries-differ'],
      ...['delete-of-a-missing-item-answers-200', 'if-none-match-is-ignored'],
      ...['items-of-other-callers-are-shown', 'missing-item-answers-200', 'wrong-credentials-are-accepted'],
    ]),
  );
});

test.each([
  ['removal', { removal: 'none' }],
  ['a body in JSON', { createBody: 'form' }],
  ['requests without a query', { requiredQuery: 'everywhere' }],
])('faults of changes apply where a client creates items, also without %s', (_, choices) => {
  expect(listNames(choices)).toEqual(
    expect.arrayContaining(['change-is-not-stored', 'change-of-another', 'tag-stays', 'action-has-no-effect']),
  );
});

test('entries in another order are a fault where they are divided into pages', () => {
  expect(listNames({ paging: 'none' })).not.toContain('order-is-random');
  expect(listNames({ paging: 'page' })).toContain('order-is-random');
});
