import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../test/support/temporary-folder.fixture.js';
import { readClauses } from './load-rule-set.js';
import { conventionFile } from './shipped-rules.js';

function read(text: string) {
  return readClauses(join(createTemporaryFolder({ 'convention.md': text }), 'convention.md'));
}

const whole = `# The convention

Words before the first clause.

### SAFE-01 · MUST · convention
> GET MUST NOT change anything,
> however often it is sent.
- Source: convention §1; RFC 9110 §9.2.1,
  and more of it
- Why: caches repeat GET.
- Wrong:

  \`\`\`http
  GET /a
  HTTP/1.1 500 Internal Server Error

  GET /b
  HTTP/1.1 404 Not Found
  \`\`\`

- Right:

  \`\`\`http
  GET /a
  HTTP/1.1 200 OK
  {
    "id": 1
  }
  \`\`\`

- Fix: Remove the write,
  and the cache.
- Choices: \`resources[].volatile\` names members

Words between clauses.

## A chapter

### HEAD-12 · SHOULD · http
> HEAD SHOULD be answered.
- Source: RFC 9110
- Untested: no response shows it
`;

describe('clauses are read', () => {
  test('with every part, lines joined, in their order', () => {
    expect(read(whole)).toEqual([
      {
        clause: 'SAFE-01',
        level: 'MUST',
        family: 'convention',
        sentence: 'GET MUST NOT change anything, however often it is sent.',
        source: 'convention §1; RFC 9110 §9.2.1, and more of it',
        why: 'caches repeat GET.',
        wrong: 'GET /a\nHTTP/1.1 500 Internal Server Error\n\nGET /b\nHTTP/1.1 404 Not Found',
        right: 'GET /a\nHTTP/1.1 200 OK\n{\n  "id": 1\n}',
        fix: 'Remove the write, and the cache.',
        choices: ['`resources[].volatile` names members'],
      },
      {
        clause: 'HEAD-12',
        level: 'SHOULD',
        family: 'http',
        sentence: 'HEAD SHOULD be answered.',
        source: 'RFC 9110',
        why: '',
        choices: [],
        untested: 'no response shows it',
      },
    ]);
  });

  test('from a file with the line ends of another system', () => {
    expect(read(whole.replaceAll('\n', '\r\n'))).toEqual(read(whole));
  });

  test('from the built-in convention, with unique ids', () => {
    const ids = readClauses(conventionFile).map(({ clause }) => clause);
    expect(ids).toHaveLength(readFileSync(conventionFile, 'utf8').match(/^### /gm)?.length ?? 0);
    expect(ids).toContain('SAFE-01');
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('an incomplete clause is refused with its line', () => {
  const clause = (heading: string, body = '> It MUST.\n- Source: §1\n') => `# T\n\n### ${heading}\n${body}`;
  test.each([
    ['without an id', clause('· MUST · convention')],
    ['with an id of another shape', clause('Safe 1 · MUST · convention')],
    ['with another level', clause('SAFE-01 · SHALL · convention')],
    ['with another family', clause('SAFE-01 · MUST · rfc')],
    ['without a family', clause('SAFE-01 · MUST')],
    ['without a sentence', clause('SAFE-01 · MUST · convention', '- Source: §1\n')],
    ['without a source', clause('SAFE-01 · MUST · convention', '> It MUST.\n- Why: because\n')],
  ])('%s', (_, text) => {
    expect(() => read(text)).toThrow(/convention\.md:3: the clause ".*" is incomplete/);
  });

  test('and gets no part of the next clause', () => {
    expect(() =>
      read(
        `${clause('SAFE-01 · MUST · convention', '> It MUST.\n')}\n### SAFE-02 · MUST · convention\n> It.\n- Source: §2\n`,
      ),
    ).toThrow('SAFE-01');
  });
});
