import { describe, expect, test } from 'vitest';
import type { Exchange, Json } from '#rule';
import type { HeaderFields } from '../../../src/model/exchange.js';
import type { LinkModel } from '../../../src/model/service/collection-parts.js';
import { listLinks } from './links.js';

const model = (place: 'body' | 'header', pointer = '/links'): LinkModel => ({ in: place, pointer, states: {} });

const answering = (json: Json, headers: HeaderFields = {}): Exchange => ({
  n: 1,
  method: 'GET',
  path: '/orders/1',
  answer: { status: 200, headers, text: JSON.stringify(json), json },
  silence: undefined,
});

const told = (found: ReturnType<typeof listLinks>) => found.map(({ relation, target }) => `${relation} ${target}`);

describe('links in a member', () => {
  test.each<[string, Json, string[]]>([
    ['texts', { self: '/a', refund: '/b' }, ['self /a', 'refund /b']],
    ['objects with href', { self: { href: '/a' } }, ['self /a']],
    ['several of one relation', { item: [{ href: '/a' }, { href: '/b' }] }, ['item /a', 'item /b']],
    [
      'a list with relations',
      [
        { rel: 'self', href: '/a' },
        { rel: ['x', 'y'], href: '/b' },
      ],
      ['self /a', 'x /b', 'y /b'],
    ],
    ['nothing for what is empty', { self: null, refund: '', other: { href: null }, gone: false }, []],
  ])('%s', (_, links, expected) => {
    expect(told(listLinks(model('body'), answering({ links })))).toEqual(expected);
  });

  test('are recognised as templates', () => {
    const links = { find: { href: '/a{?q}', templated: true }, plain: '/b' };
    expect(listLinks(model('body'), answering({ links })).map(({ isTemplated }) => isTemplated)).toEqual([true, false]);
  });

  test('are read at the pointer only', () => {
    const body = { _links: { self: { href: '/a' } }, links: { self: '/b' } };
    expect(told(listLinks(model('body', '/_links'), answering(body)))).toEqual(['self /a']);
    expect(listLinks(model('body', '/nothing'), answering(body))).toEqual([]);
  });
});

describe('links in the Link field', () => {
  test.each<[string, string | readonly string[], string[]]>([
    ['one', '</a>; rel="self"', ['self /a']],
    [
      'several, with commas in targets and titles',
      '</a,b>; title="x, y"; rel=next, </c>; rel="last"',
      ['next /a,b', 'last /c'],
    ],
    ['several relations of one target', '</a>; rel="self canonical"', ['self /a', 'canonical /a']],
    ['several lines', ['</a>; rel=self', '</b>; rel=up'], ['self /a', 'up /b']],
    ['none without a relation', '</a>; title="rel"', []],
  ])('%s', (_, link, expected) => {
    expect(told(listLinks(model('header'), answering({}, { link })))).toEqual(expected);
  });
});
