import { describe, expect, test } from 'vitest';
import type { Json } from '../json.js';
import { findSizePlace, hasPageLinks } from './page-links.js';

describe('a page has links to other pages', () => {
  test.each<[string, string, Json, boolean]>([
    ['in the Link field', '</things?page=9>; rel="last"', [], true],
    ['as members', '', { _links: { first: { href: '/things?page=1' } } }, true],
    ['also where null says that it is the first one', '', { previous: null, results: [] }, true],
    ['but not where it only links to the next one', '</things?page=2>; rel="next"', { items: [] }, false],
    ['but not where flags have these names', '', { first: true, last: false }, false],
  ])('%s', (_, field, json, expected) => {
    expect(hasPageLinks({ headers: { link: field }, json })).toBe(expected);
  });
});

test.each<[string, string, Json, string | undefined]>([
  ['beside the entries', 'limit', { items: [], limit: 2 }, '/limit'],
  ['below a member about the page', 'size', { content: [], page: { size: 2 } }, '/page/size'],
  ['with another spelling', 'page[size]', { meta: { page_size: 2 } }, '/meta/page_size'],
  ['but not a text', 'limit', { limit: '2' }, undefined],
  ['but not a number with another name', 'limit', { maxLimit: 100 }, undefined],
])('the size of a page is found %s', (_, parameter, json, expected) => {
  expect(findSizePlace(json, parameter)).toBe(expected);
});
