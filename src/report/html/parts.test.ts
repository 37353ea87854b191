import { describe, expect, test } from 'vitest';
import { createSampleExchange } from '../../../test/report-samples/sample-result.js';
import { diffLines } from './finding/comparison.js';
import { reindentJson } from './finding/reindent-json.js';
import { observeChanges } from './finding/sequence-diagram.js';
import { html, writePiece } from './page/markup.js';
import { renderSourceLinks } from './page/source-links.js';

describe('markup', () => {
  test('escapes inserted text, and keeps inserted markup', () => {
    const inner = html`<b>${'<&>"\'`'}</b>`;
    expect(html`<p title="${'"'}">${inner}${undefined}${3}${['a', inner]}</p>`.markup).toBe(
      '<p title="&quot;"><b>&lt;&amp;&gt;&quot;&#39;&#96;</b>3a<b>&lt;&amp;&gt;&quot;&#39;&#96;</b></p>',
    );
  });

  test('shows control characters as text', () => {
    expect(writePiece('a\u202eb\nc\u2028')).toBe('a\\u202eb\\nc\\u2028');
  });

  test('escapes a value that looks like markup', () => {
    const forged = JSON.parse('{ "markup": "<script>alert(1)</script>" }');
    expect(() => html`<p>${forged}</p>`).toThrow('expected a text, not another value');
    expect(() => html`<p>${[forged]}</p>`).toThrow('expected a text, not another value');
  });
});

describe('reindent', () => {
  test.each([
    [
      '{"a":1,"b":[],"c":{},"d":[1,{"e":null}]}',
      [
        '{',
        '  "a": 1,',
        '  "b": [],',
        '  "c": {},',
        '  "d": [',
        '    1,',
        '    {',
        '      "e": null',
        '    }',
        '  ]',
        '}',
      ],
    ],
    ['{"n":9007199254740993,"n":1e400}', ['{', '  "n": 9007199254740993,', '  "n": 1e400', '}']],
    ['["a,b:{}\\"]"]', ['[', '  "a,b:{}\\"]"', ']']],
  ])('%s keeps every value as it was sent', (text, lines) => {
    expect(reindentJson(text)).toEqual(lines);
  });

  test.each(['', 'text', '"text"', '{"a":', '<html>'])('%s is not changed', (text) => {
    expect(reindentJson(text)).toBeUndefined();
  });

  test('limits the indentation of deep values', () => {
    const deep = reindentJson('['.repeat(2_000) + ']'.repeat(2_000)) ?? [];
    expect(Math.max(...deep.map(({ length }) => length))).toBeLessThan(100);
  });
});

describe('diff', () => {
  const told = (left: string[], right: string[]) => diffLines(left, right).map(({ kind, text }) => `${kind} ${text}`);

  test('has the lines of one side only, and omits distant ones', () => {
    const many = Array.from({ length: 20 }, (_, index) => `${index}`);
    expect(told([...many, 'x', 'z'], [...many, 'y', 'z', 'more'])).toEqual([
      'skipped 17 equal lines',
      'same 17',
      'same 18',
      'same 19',
      'expected x',
      'actual y',
      'same z',
      'actual more',
    ]);
  });

  test('omits equal texts', () => {
    expect(told(['a'], ['a'])).toEqual(['skipped 1 equal line']);
    expect(told([], [])).toEqual([]);
  });
});

describe('sources of clauses', () => {
  const base = 'https://www.rfc-editor.org/rfc';

  test.each([
    [
      'convention §4; RFC 9110 §9.3.1, §15.5.5',
      [`${base}/rfc9110.html#section-9.3.1`, `${base}/rfc9110.html#section-15.5.5`],
    ],
    [
      'RFC 9745 §4, RFC 8594 §3; convention §9 rule 4',
      [`${base}/rfc9745.html#section-4`, `${base}/rfc8594.html#section-3`],
    ],
    ['RFC 6585', [`${base}/rfc6585.html`]],
    [
      'draft-ietf-httpapi-idempotency-key-header §2.6',
      ['https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header#section-2.6'],
    ],
    ['convention §7', []],
    ['house style', []],
  ])('%s', (source, links) => {
    const { markup } = renderSourceLinks(source);
    expect([...markup.matchAll(/href="([^"]*)"/g)].map(([, address]) => address)).toEqual(links);
    expect(markup.replace(/<[^>]*>/g, '')).toBe(source);
  });
});

describe('the states of an item in exchanges', () => {
  const request = (method: string, url: string) => ({ method, url: `http://s.example${url}`, headers: {} });
  const answer = (content: string, headers = {}, status = 200) => ({ status, headers, content, ms: 1 });
  const changes = (...exchanges: Parameters<typeof createSampleExchange>[0][]) =>
    observeChanges(exchanges.map((one) => createSampleExchange(one))).map(({ changes: told, wasSeen }) =>
      wasSeen ? told : undefined,
    );

  test('are compared with the creation, and then with the previous read', () => {
    expect(
      changes(
        { request: request('POST', '/a'), answer: answer('{"id":7,"n":{"views":0}}', { location: '/a/7' }, 201) },
        { request: request('GET', '/a/7'), answer: answer('{"id":7,"n":{"views":1}}') },
        { request: request('GET', '/a/7'), answer: answer('{"id":7,"n":{"views":1},"gone":[]}') },
        { request: request('GET', '/a/8'), answer: answer('{"id":8}') },
        { request: request('GET', '/a/7'), answer: answer('{"id":7,"n":{"views":1},"gone":[]}') },
      ),
    ).toEqual([undefined, ['/n/views: 0 → 1'], ['/gone: absent → []'], undefined, []]);
  });

  test('are empty without a response, or with a refused, cut or unstructured one', () => {
    const get = request('GET', '/a/7');
    expect(
      changes(
        { request: get, answer: answer('{"a":1}') },
        { request: get, answer: answer('{"a":2}', {}, 500) },
        { request: get, answer: { ...answer('{"a":3}'), cutFrom: 9 } },
        { request: get, answer: answer('text') },
        { request: get, answer: answer('['.repeat(20_000)) },
      ).slice(1),
    ).toEqual([undefined, undefined, undefined, undefined]);
  });
});
