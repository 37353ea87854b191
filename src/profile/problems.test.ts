// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how profiles name variables
import { describe, expect, it } from 'vitest';
import { createProfileFolder, listProblems, loadYamlProfile } from './folder.fixture.js';
import { loadProfile } from './load-profile.js';

/** The message for a credential with none of the known formats. */
const shapes =
  'expected a text, {token}, {username, password}, {header, value}, {query, value}, {cookie, value}, {oauth2}, {login} or {certificate}';

const base = 'baseUrl: http://localhost:1\n';

describe('the message for a wrong file', () => {
  it.each<[name: string, yaml: string, lines: string[]]>([
    ['unknown key, a letter off', 'pagnation: {}', ['2:1: unknown key "pagnation"; did you mean "pagination"?']],
    [
      'unknown nested key',
      'resources:\n  - collection: /a\n    crate: {}',
      ['4:5: unknown key "crate"; did you mean "create"?'],
    ],
    [
      'unknown key in place of one that is required',
      'resources:\n  - path: /a',
      ['3:5: the key "collection" is missing', '3:5: unknown key "path"; did you mean "collection"?'],
    ],
    [
      'unknown key like no other',
      'rules: { zzz: 1 }',
      ['2:10: unknown key "zzz"; known keys here: only, except, severity, failOn, incomplete, folders'],
    ],
    ['wrong type', 'limits: { cases: many }', ['2:18: expected a whole number, found the text "many"']],
    ['nothing where a list belongs', 'resources:', ['2:11: expected a list, found nothing']],
    ['list for a mapping', 'auth: []', ['2:7: expected a mapping, found something else']],
    ['number for a text', 'name: 7', ['2:7: expected a text, found 7 (put it in quotes)']],
    [
      'either of two types',
      'resources: [{ collection: /a, create: 3 }]',
      ['2:39: expected a mapping or true or false, found 3'],
    ],
    [
      'value of an enum, a letter off',
      'permit: write',
      ['2:9: expected one of reads, writes, deletes, floods; found "write"; did you mean "writes"?'],
    ],
    [
      'value of an enum like no other',
      'permit: all',
      ['2:9: expected one of reads, writes, deletes, floods; found "all"'],
    ],
    ['missing key', 'resources: [{ name: a }]', ['2:13: the key "collection" is missing']],
    [
      'missing keys of a waiver',
      'waivers: [{}]',
      ['2:11: the key "rule" is missing', '2:11: the key "reason" is missing'],
    ],
    [
      'step of a purge that would empty the whole bin',
      'resources: [{ collection: /a, purge: [{ method: DELETE, path: /bin }] }]',
      ['2:39: a purge step must contain {id} in its path or body, so that it removes only items that assay created'],
    ],
    [
      'step of a purge with a method that removes nothing',
      "resources: [{ collection: /a, purge: [{ method: GET, path: '/bin/{id}' }] }]",
      ['2:49: expected one of DELETE, POST, PUT, PATCH; found "GET"'],
    ],
    ['empty text', 'name: ""', ['2:7: must not be empty']],
    [
      'path without slash',
      'resources: [{ collection: orders }]',
      ['2:27: expected a path that starts with /, found "orders"'],
    ],
    [
      'pointer without slash',
      'pagination: { items: data }',
      ['2:22: expected a JSON Pointer such as /id, found "data"'],
    ],
    [
      'media type',
      'resources: [{ collection: /a, patch: { mediaType: json } }]',
      ['2:51: expected a media type such as application/json, found "json"'],
    ],
    ['too small', 'limits: { cases: 0 }', ['2:18: must be 1 or more, found 0']],
    ['not above zero', 'limits: { maxSeconds: 0 }', ['2:23: must be more than 0, found 0']],
    ['too great', 'errors: { gone: [700] }', ['2:18: must be 599 or less, found 700']],
    [
      'rate',
      'limits: { rate: fast }',
      ['2:17: expected requests per second such as 20 or 20/s, or auto, found "fast"'],
    ],
    [
      'form of a day',
      'waivers: [{ rule: a, reason: b, until: soon }]',
      ['2:40: expected a day such as 2027-01-31, found "soon"'],
    ],
    [
      'day of no calendar',
      'waivers: [{ rule: a, reason: b, until: 2027-02-30 }]',
      ['2:40: 2027-02-30 is not a valid date'],
    ],
    [
      'split permission',
      'permit: writes\nsafety: { readOnly: true }',
      ['3:21: contradicts permit: writes; leave one of them out'],
    ],
    [
      'same name twice',
      'resources:\n  - { collection: /a, name: x }\n  - { collection: /b, name: x }',
      ['4:5: the name "x" is already used by the resource at assay.yaml:3:5'],
    ],
    [
      'same collection twice',
      'resources:\n  - { collection: /a }\n  - { collection: /a, name: x }',
      ['4:5: the collection /a is already used by the resource at assay.yaml:3:5'],
    ],
    ['unset variable', 'name: ${NAME}', ['2:7: ${NAME} is not set; export it, or give a default as in ${NAME:-value}']],
    [
      'empty variable',
      'name: ${EMPTY}',
      ['2:7: ${EMPTY} is set but empty; export it, or give a default as in ${EMPTY:-value}'],
    ],
    [
      'no variable',
      'name: ${my name}',
      ['2:7: ${my… is not a variable; write ${NAME} or ${NAME:-default}, or $${ for a literal ${'],
    ],
    [
      'open brace',
      'name: "${NAME"',
      ['2:7: ${NAME is not a variable; write ${NAME} or ${NAME:-default}, or $${ for a literal ${'],
    ],
    ['header name', 'headers: { "a b": c }', ['2:12: "a…" is not a valid header field name']],
    ['header value', 'headers: { a: "b\\nc" }', ['2:12: the value of a contains characters that cannot be sent']],
    ['shape of a credential', 'auth: { credentials: { full: { value: a } } }', [`2:30: ${shapes}`]],
    ['two credentials in one', 'auth: { credentials: { full: { token: a, username: b } } }', [`2:30: ${shapes}`]],
    [
      'basic without colon',
      'auth: { scheme: basic, credentials: { full: hush } }',
      ['2:45: expected user:password for the scheme basic'],
    ],
    [
      'header without colon',
      'auth: { scheme: header, credentials: { full: hush } }',
      ["2:46: expected Name: value for the scheme header: expected 'Name: value'"],
    ],
    [
      'name of a credential header',
      'auth: { credentials: { full: { header: a b, value: hush } } }',
      ['2:30: "a…" is not a valid header field name'],
    ],
    [
      'value of a credential header',
      'auth: { credentials: { full: "hu\\nsh" } }',
      ['2:30: contains characters that cannot be sent in a header field'],
    ],
  ])('%s', async (_, yaml, lines) => {
    expect(await listProblems(loadYamlProfile(base + yaml, { env: { EMPTY: '' } }))).toEqual(
      lines.map((line) => `assay.yaml:${line}`),
    );
  });

  it('lists all problems in the order of the file', async () => {
    const lines = await listProblems(
      loadYamlProfile('nmae: a\nresources:\n  - colection: /a\npermit: none\nname: ${GONE}\n'),
    );
    expect(lines.map((line) => line.split(':').slice(1, 3).join(':'))).toEqual(['1:1', '3:5', '3:5', '4:9', '5:7']);
  });

  it('never repeats a credential in a message', async () => {
    const yaml = `${base}auth: { credentials: { full: { tokn: hush, token: [hush] } } }\nheaders: [hush]\n`;
    const lines = await listProblems(loadYamlProfile(yaml));
    expect(lines).toHaveLength(3);
    expect(lines.join()).not.toContain('hush');
  });

  it('never repeats the value of a variable', async () => {
    const lines = await listProblems(loadYamlProfile(`${base}permit: "\${P}"\n`, { env: { P: 'hush' } }));
    expect(lines).toEqual(['assay.yaml:2:9: expected one of reads, writes, deletes, floods; found "${P}"']);
  });

  it.each([
    ['unclosed list', 'a: [1,\nb: 2\n', /^assay\.yaml:\d:\d: cannot be parsed: /],
    ['key twice', 'name: a\nname: b\n', /^assay\.yaml:2:1: cannot be parsed: Map keys must be unique/],
    [
      'alias to nowhere',
      'name: *gone\n',
      /^assay\.yaml.*: cannot be parsed: (?!.*gone).*alias.*; put a text that starts with/,
    ],
    ['no mapping at all', '- a\n', /^assay\.yaml:1:1: expected a mapping, found a list/],
    [
      'bad base URL',
      'baseUrl: localhost:1\n',
      /^assay\.yaml:1:10: the base URL has no scheme; did you mean http:\/\/localhost:1\?/,
    ],
    ['no base URL', 'name: a\n', /^assay\.yaml: the key "baseUrl" is missing; give it on the command line/],
  ])('%s', async (_, yaml, line) => {
    expect((await listProblems(loadYamlProfile(yaml)))[0]).toMatch(line);
  });

  it('never quotes a file that cannot be parsed, and hints at the usual reason', async () => {
    const lines = await listProblems(
      loadYamlProfile(`${base}auth: { credentials: { full: \${TOKEN}, limited: hush } }\n`),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^assay\.yaml:2:\d+: cannot be parsed: .*; put texts with \$\{\.\.\.\} in quotes/);
    expect(lines[0]).not.toContain('hush');
  });

  it('finds places in JSON, through aliases, and in named files', async () => {
    const json = createProfileFolder({ 'assay.json': '{\n  "baseUrl": "http://localhost",\n  "permitt": "reads"\n}' });
    expect(await listProblems(loadProfile({ cwd: json, env: {} }))).toEqual([
      'assay.json:3:3: unknown key "permitt"; did you mean "permit"?',
    ]);
    const alias = `${base}pagination: &p { style: pages }\nresources: [{ collection: /a, pagination: *p }]\n`;
    expect(await listProblems(loadYamlProfile(alias))).toEqual([
      'assay.yaml:2:25: expected one of offset, page, cursor, link, none; found "pages"; did you mean "page"?',
    ]);
  });
});
