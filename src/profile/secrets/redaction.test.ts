// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how profiles name variables
import { describe, expect, it } from 'vitest';
import { listProblems, loadYamlProfile } from '../folder.fixture.js';
import { checkPattern } from './check-pattern.js';

const base = 'baseUrl: http://localhost:1\n';

describe('redact', () => {
  it('has fields, places and limited patterns, and keeps cursors readable', async () => {
    const yaml = `${base}redact: { fields: [X-Customer], pointers: [/ssn], patterns: ['sk_live_[a-z]+'] }
pagination: { next: /links/token, params: { cursor: pageSecret } }`;
    expect((await loadYamlProfile(yaml)).redaction).toEqual({
      fields: ['X-Customer'],
      pointers: ['/ssn'],
      patterns: ['sk_live_[a-z]{1,1024}'],
      readable: ['pageSecret', 'token'],
      alone: [],
    });
    expect(await loadYamlProfile(base)).not.toHaveProperty('redaction');
  });

  it.each([
    ["redact: { patterns: ['a', '(a+)+'] }", '2:27: the pattern repeats a group, which cannot be bounded'],
    ["redact: { patterns: ['('] }", '2:22: the pattern is not a regular expression'],
    ["redact: { pointers: ['ssn'] }", '2:22: expected a JSON Pointer such as /ssn, found something else'],
    ['redact: { patern: [a] }', '2:11: unknown key "patern"; did you mean "patterns"?'],
  ])('%s', async (yaml, line) => {
    expect(await listProblems(loadYamlProfile(base + yaml))).toEqual([`assay.yaml:${line}`]);
  });
});

describe('a pattern', () => {
  it.each([
    ['sk_live_[A-Za-z0-9]+', 'sk_live_[A-Za-z0-9]{1,1024}'],
    ['[\\w.]+@[\\w-]+\\.[a-z]{2,9}', '[\\w.]{1,1024}@[\\w-]{1,1024}\\.[a-z]{2,9}'],
    ['(live|test)_\\d{4}?', '(?:live|test)_\\d{4,4}?'],
    ['^a|\\bb?c*?d$', '^a|\\bb{0,1}c{0,1024}?d$'],
  ])('%s is accepted, because it ends in time', (text, source) => {
    expect(checkPattern(text)).toEqual({ source });
    expect(() => new RegExp(source)).not.toThrow();
  });

  it.each([
    '(a+)+b',
    '(a|a)*b',
    'a*a*b',
    '[a-z]+[a-z0-9]+x',
    '(?=a)b',
    '(a)\\1',
    '\\p{L}',
    'a{1,9999}b?',
    '.*',
    '',
    '(',
  ])('%j is refused', (text) => {
    expect(checkPattern(text)).toHaveProperty('problem');
  });

  it('that is accepted ends in time on its worst text', () => {
    const safe = checkPattern('[a-z]+[0-9]?[a-z]?x');
    expect(safe).toHaveProperty('source');
    const pattern = new RegExp('source' in safe ? safe.source : '', 'g');
    expect('a'.repeat(20_000).match(pattern)).toBeNull();
  });
});

describe('a secret that is not a credential', () => {
  const values = (profile: { secrets: readonly { reveal(): string }[] }) => profile.secrets.map((one) => one.reveal());

  it('is the value of a variable with a secret name, anywhere in the file', async () => {
    const yaml = `${base}name: \${DEPLOY_TOKEN}\nversion: \${VERSION}\n`;
    expect(values(await loadYamlProfile(yaml, { env: { DEPLOY_TOKEN: 'hush', VERSION: 'v1' } }))).toEqual(['hush']);
  });

  it('is the password of a proxy by itself', async () => {
    expect(values(await loadYamlProfile(`${base}proxy: http://me:hu%24h@proxy:1`))).toContain('hu$h');
  });

  it('is reported if it is too short to be found', async () => {
    const { notes, redaction } = await loadYamlProfile(`${base}headers: { X-Api-Key: ab }`);
    expect(notes).toEqual([expect.stringMatching(/^X_API_KEY is shorter than 3 characters/)]);
    expect(redaction?.alone).toEqual([{ field: 'x-api-key', secret: expect.anything() }]);
  });
});
