import { describe, expect, test } from 'vitest';
import { findLink, readLinkFields } from './link-field.js';

const read = (...link: string[]) =>
  readLinkFields({ headers: { link } }).map(({ target, relations }) => `${target} ${relations.join('+')}`);

describe('links are read from Link fields', () => {
  test.each<[string, string[], string[]]>([
    ['with a relation as a token or a quoted string', ['</a>; rel=next, </b>;rel="last"'], ['/a next', '/b last']],
    [
      'with a comma or a semicolon in a target or a quoted string',
      ['</a,b;c>; title="d, e; f"; rel="next"'],
      ['/a,b;c next'],
    ],
    ['with a link in a quoted string', ['</a>; title="</b>; rel=prev"; rel="next"'], ['/a next']],
    ['with an escaped quote', ['</a>; title="a \\", </b>"; rel="next"'], ['/a next']],
    [
      'with several relation types',
      ['</a>; rel="https://example.com/rels/more  next"'],
      ['/a https://example.com/rels/more+next'],
    ],
    [
      'with names and relation types in any case',
      ['</a>; REL="Next HTTPS://Example.com/Rel"'],
      ['/a next+https://example.com/rel'],
    ],
    ['with the first of two parameters for relation types', ['</a>; rel=next; rel=prev'], ['/a next']],
    ['after parameters without a value', ['</a>; nopush; rel="next"; crossorigin'], ['/a next']],
    ['beside empty elements', [', </a>; rel=next, , </b>; rel=prev ,'], ['/a next', '/b prev']],
    [
      'beside an element whose target does not end',
      ['<a, </b>; rel=next', '</c>; rel=prev, <d'],
      ['/b next', '/c prev'],
    ],
    ['beside text that is no link', ['nothing, </a> b; rel=last, "</c>; rel=up", </d>; rel=next'], ['/d next']],
    ['with a wrong extended parameter', ["</a>; title*=b; rel=next; title*=UTF-8''%ff"], ['/a next']],
    ['with a parameter that is named as a member of the result', ['</a>; uri=/b; __proto__=c; rel=next'], ['/a next']],
    ['from several fields', ['</a>; rel="next', '</b>; rel=prev'], ['/a next', '/b prev']],
    ['but not without a relation type', ['</a>, </b>; rel="", </c>; rel'], []],
  ])('%s', (_, fields, links) => {
    expect(read(...fields)).toEqual(links);
  });

  test('in time that grows with their length', () => {
    for (const part of ['<', '"', '\\"', '<a', '"<', ', ', ';', '=', '<a>;"\\'])
      expect(read(part.repeat(100_000))).toEqual([]);
  });
});

test('a link is found by any of its relation types', () => {
  const message = { headers: { link: '</a>; rel="more next", </b>; rel=prev, </c>; rel=nextest' } };
  expect(findLink(message, 'next')).toBe('/a');
  expect(findLink(message, 'previous', 'prev')).toBe('/b');
  expect(findLink(message, 'last')).toBeUndefined();
  expect(findLink({ headers: {} }, 'next')).toBeUndefined();
  expect(findLink(undefined, 'next')).toBeUndefined();
});
