import { exchange, item, page, testThen } from '../../test/support/then-table.fixture.js';
import range from './bounded-list-has-what-is-in-its-range.js';
import patterns from './filter-values-are-no-patterns.js';
import follows from './filtered-list-follows-a-change.js';
import states from './filtered-list-follows-the-state.js';
import every from './filtered-list-has-every-matching-item.js';
import only from './filtered-list-has-only-matching-items.js';
import entries from './listed-entries-have-the-filtered-value.js';
import total from './total-counts-the-selected-items.js';

const owned = { item: item(), value: 'high', values: ['high'] };
const stray = { item: { ...item(), id: 't2' }, value: 'low', values: ['low'] };
const shown = page([{ id: 't1' }, { id: 't2' }]);
const walk = { pages: [shown], entries: [{ id: 't1' }, { id: 't2' }], ended: 'end' as const };
const seen = {
  ...{ name: 'priority', pointer: '/priority', value: 'high', matching: [owned], others: [stray] },
  ...{ walk, again: undefined, whole: undefined, isPartOfId: false },
};

const trouble = { ...walk, pages: [page(undefined)], ended: 'trouble' as const };
testThen(only, {
  valid: { 'the list has no other item': { ...seen, stray: undefined, strayAgain: undefined } },
  invalid: {
    'the list has an item with another value, twice': { ...seen, stray, strayAgain: stray },
    'the list has an item whose reference contains the value': {
      ...{ ...seen, value: 'lo', isPartOfId: true },
      ...{ stray, strayAgain: stray },
    },
  },
  ignored: { 'the item is gone when read again': { ...seen, stray, strayAgain: undefined } },
  irrelevant: {
    'the filter is refused': { ...seen, walk: trouble, stray: undefined, strayAgain: undefined },
    'all items have the value': { ...seen, others: [], stray: undefined, strayAgain: undefined },
  },
});

const listed = {
  entries: [{ id: 't1' }],
  isWhole: true,
  trouble: undefined,
  pages: [exchange('GET', 200, [{ id: 't1' }])],
};
const lost = { ...seen, again: walk, whole: listed, missing: owned };
testThen(every, {
  valid: { 'the list has all items': { ...seen, missing: undefined, isListed: false } },
  invalid: { 'the list lacks an item that the whole list shows': { ...lost, isListed: true } },
  irrelevant: {
    'the filter is refused': { ...seen, walk: trouble, missing: undefined, isListed: false },
    'the whole list lacks it, too': { ...lost, isListed: false },
    'the list has no end': { ...lost, again: { ...walk, ended: 'cap' as const }, isListed: true },
  },
});

const literal = { name: 'q', value: 'ab_c', isOwnShown: true, isLost: false, isStrayShown: false, isLoose: false };
const plain = { ...literal, shows: [exchange('GET', 200, [])], trouble: undefined };
testThen(patterns, {
  valid: { 'only the item with the text is shown': [plain, plain] },
  invalid: {
    'an item with another text is shown': [plain, { ...plain, isStrayShown: true }],
    'the item is not shown, and a newer one is': [{ ...plain, isOwnShown: false, isLost: true }, plain],
  },
  irrelevant: {
    'a text that no item has selects it as well': [{ ...plain, isStrayShown: true, isLoose: true }],
    'the filter is refused': [{ ...plain, trouble: 'the filtered list returned 400' }],
    'the item with the text is not shown': [{ ...plain, isOwnShown: false }],
    'nor when read again, but refused': [
      { ...plain, isOwnShown: false, isLost: true, trouble: 'the filtered list returned 400' },
    ],
  },
});

const least = { item: item(), value: 3 };
const in5 = { name: 'minPrice', bound: 5, within: [], outside: [least], walk, stray: undefined, missing: undefined };
const inRange = { ...in5, isListed: false };
testThen(range, {
  valid: { 'the list has exactly the items in the range': inRange },
  invalid: {
    'the list has an item below its bound': { ...inRange, stray: least },
    'the list lacks an item that the whole list shows': { ...inRange, missing: least, isListed: true },
  },
  irrelevant: {
    'the bound is refused': { ...inRange, walk: trouble },
    'the whole list lacks it, too': { ...inRange, missing: least },
    'the list has no end': { ...inRange, walk: { ...walk, ended: 'cap' as const }, missing: least, isListed: true },
  },
});

const counted = (reported: number | undefined) => ({ ...walk, pages: [{ ...shown, total: reported }] });
const byTotal = { name: 'priority', value: 'high', walk: counted(2), again: undefined, hasOthers: true };
testThen(total, {
  valid: { 'the number of entries': byTotal },
  invalid: { 'the number of all items, twice': { ...byTotal, walk: counted(5), again: counted(5) } },
  irrelevant: {
    'another total when read again': { ...byTotal, walk: counted(5), again: counted(2) },
    'no total': { ...byTotal, walk: counted(undefined) },
    'all items have the value': { ...byTotal, hasOthers: false },
    'the list has no end': { ...byTotal, walk: { ...counted(5), ended: 'cap' as const } },
  },
});

const look = (isInFormer: boolean, isInPresent: boolean) => ({
  ...{ byFormer: walk, byPresent: walk, isInFormer, isInPresent },
});
const change = { name: 'priority', from: 'low', to: 'high', written: exchange('PATCH', 200) };
const cachedPage = page([], { exchange: exchange('GET', 200, [], { age: '3' }) });
testThen(follows, {
  valid: { 'the item is where its value is': { ...change, looks: [look(false, true)] } },
  invalid: {
    'the item is where its former value is': { ...change, looks: [look(true, true), look(true, true)] },
    'the item is nowhere': { ...change, looks: [look(false, false), look(false, false)] },
    'the item is still where it was': { ...change, looks: [look(true, false), look(true, false)] },
  },
  ignored: { 'the list is late': { ...change, looks: [look(true, false), look(false, true)] } },
  irrelevant: {
    'a list has no end': {
      ...change,
      looks: [look(true, false), { ...look(true, false), byFormer: { ...walk, ended: 'cap' as const } }],
    },
    'a cache answered': { ...change, looks: [{ ...look(true, false), byFormer: { ...walk, pages: [cachedPage] } }] },
  },
});

const stateLook = (moved: readonly [boolean, boolean], stayed: readonly [boolean, boolean] = [true, false]) => ({
  ...{ byFormer: walk, byPresent: walk, moved, stayed },
});
const led = { name: 'status', from: 'pending', to: 'paid', look: exchange('GET', 200), isListed: true };
const lost2 = [stateLook([false, false]), stateLook([false, false])];
testThen(states, {
  valid: { 'both items are where their states are': { ...led, looks: [stateLook([false, true])] } },
  invalid: {
    'the item is where its former state is': { ...led, looks: [stateLook([true, true]), stateLook([true, true])] },
    'the other item is listed with the new state': {
      ...led,
      looks: [stateLook([false, true], [true, true]), stateLook([false, true], [true, true])],
    },
    'the item is nowhere, though the whole list shows it': { ...led, looks: lost2 },
  },
  ignored: { 'the list is late': { ...led, looks: [stateLook([true, false]), stateLook([false, true])] } },
  irrelevant: {
    'the whole list does not show the item': { ...led, isListed: false, looks: lost2 },
    'a list has no end': {
      ...led,
      looks: [stateLook([true, false]), { ...stateLook([true, false]), byFormer: { ...walk, ended: 'cap' as const } }],
    },
    'a cache answered': {
      ...led,
      looks: [stateLook([true, false]), { ...stateLook([true, false]), byFormer: { ...walk, pages: [cachedPage] } }],
    },
  },
});

const lookAt = (values?: string[], of: Omit<typeof walk, 'ended'> & { readonly ended: 'end' | 'trouble' } = walk) => [
  {
    ...{ name: 'priority', pointer: '/priority', value: 'high' },
    walk: of,
    stray: values && { id: 't2', texts: values },
  },
];
testThen(entries, {
  valid: { 'each entry shows the value': lookAt() },
  invalid: { 'an entry shows another value': lookAt(['low']) },
  irrelevant: { 'the filtered list fails': lookAt(undefined, { ...trouble, pages: [page(undefined)] }) },
});
