import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createProfileFolder, listProblems } from '../folder.fixture.js';
import { loadProfile } from '../load-profile.js';

describe('the message for wrong flags', () => {
  const cwd = () => createProfileFolder({});
  it.each<[string, object, string]>([
    ['nothing named', {}, 'base URL: is missing; give it on the command line'],
    ['no scheme', { baseUrl: 'localhost:1' }, 'localhost:1: has no scheme; did you mean http://localhost:1?'],
    ['secret query', { baseUrl: 'http://x/?k=hush' }, 'http://x/: contains a query'],
    ['credentials', { baseUrl: 'http://me:hush@x/' }, 'http://x/: contains credentials'],
    [
      'rate',
      { baseUrl: 'http://x', rate: '20/m' },
      '--rate: expected requests per second such as 20 or 20/s, or auto, found "20/m"',
    ],
    ['header', { baseUrl: 'http://x', headers: ['hush'] }, "--header: expected 'Name: value'"],
    [
      'header name',
      { baseUrl: 'http://x', headers: ['a b: hush'] },
      '--header: "a…" is not a valid header field name; write it like',
    ],
    ['header without value', { baseUrl: 'http://x', headers: ['a:'] }, '--header: the header field a has no value'],
    [
      'header value',
      { baseUrl: 'http://x', headers: ['a: hu\nsh'] },
      '--header: the value of the header field a contains characters that cannot be sent',
    ],
    ['cases', { baseUrl: 'http://x', cases: 0 }, '--cases: expected a whole number of 1 or more, found 0'],
    [
      'requests',
      { baseUrl: 'http://x', maxRequests: Number.NaN },
      '--max-requests: expected a whole number of 1 or more, found NaN',
    ],
    [
      'concurrency',
      { baseUrl: 'http://x', concurrency: 1.5 },
      '--concurrency: expected a whole number of 1 or more, found 1.5',
    ],
    [
      'collection',
      { baseUrl: 'http://x', collections: ['orders'] },
      '--collection: expected a path under the base URL that starts with /, found "orders"',
    ],
    [
      'collection with a fragment',
      { baseUrl: 'http://x', collections: ['/search#hush'] },
      '--collection: expected a path under the base URL that starts with /, found "/search"',
    ],
    ['time', { baseUrl: 'http://x', maxSeconds: 0 }, '--max-time: expected a number of seconds above 0, found 0'],
    ['profile', { file: 'gone.yaml' }, 'gone.yaml: no such file'],
    ['folder as profile', { file: '.' }, 'is a folder, not a file'],
    ['waivers', { baseUrl: 'http://x', waiversFile: 'gone.yaml' }, 'gone.yaml: no such file'],
  ])('%s', async (_, options, line) => {
    const lines = await listProblems(loadProfile({ cwd: cwd(), env: {}, ...options }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(line);
    expect(lines[0]).not.toContain('hush');
  });

  it('describes a problem in a file of waivers', async () => {
    const folder = createProfileFolder({
      'known.yaml': 'waivers: [{ rule: a }]\nother: 1\n',
      'days.yaml': 'waivers: [{ rule: a, reason: b, until: 2027-13-01 }]',
    });
    const withKnown = (waiversFile: string) =>
      listProblems(loadProfile({ baseUrl: 'http://x', cwd: folder, env: {}, waiversFile }));
    expect(await withKnown('known.yaml')).toEqual([
      'known.yaml:1:11: the key "reason" is missing',
      'known.yaml:2:1: unknown key "other"; known keys here: $schema, waivers',
    ]);
    expect(await withKnown(join(folder, 'days.yaml'))).toEqual(['days.yaml:1:40: 2027-13-01 is not a valid date']);
  });
});
