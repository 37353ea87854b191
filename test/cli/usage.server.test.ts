import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listenOnFreePort } from '../../src/http/origin.fixture.js';
import { createTestFolder, hasReport, runAssay } from './assay.fixture.js';

const nowhere = 'http://127.0.0.1:1';

test.each<[string, readonly string[], string]>([
  ['no command', [], 'Usage: assay'],
  ['URL without a command', [nowhere, '--quiet'], `To audit this service: assay run ${nowhere} --quiet\n`],
  ['unknown command', ['nosuch'], "assay: unknown command 'nosuch'\n(assay --help lists all commands)"],
  ['command that is nearly one', ['rnu'], 'Did you mean run?'],
  [
    'unknown flag',
    ['run', nowhere, '--nope'],
    "unknown option '--nope'\n(assay run --help lists all arguments and flags)",
  ],
  ['two base URLs', ['run', nowhere, nowhere], "too many arguments for 'run'. Expected 1 argument but got 2"],
  ['no base URL', ['run'], 'base URL: is missing; give it on the command line (such as https://api.example.com)'],
  [
    'base URL without scheme',
    ['run', 'localhost:3000'],
    'localhost:3000: has no scheme; did you mean http://localhost:3000?',
  ],
  ['another scheme', ['run', 'ftp://x'], 'has the scheme ftp; only http and https can be tested'],
  [
    'unknown permission',
    ['run', nowhere, '--permit', 'all'],
    "argument 'all' is invalid. Allowed choices are reads, writes, deletes, floods",
  ],
  ['number that is none', ['run', nowhere, '--seed', 'x'], "argument 'x' is invalid. Give a whole number."],
  ['too few cases', ['run', nowhere, '--cases', '0'], 'Give a whole number from 1 on.'],
  ['half a request', ['run', nowhere, '--max-requests', '1.5'], "argument '1.5' is invalid"],
  ['no time', ['run', nowhere, '--max-time', ''], "argument '' is invalid"],
  ['strange rate', ['run', nowhere, '--rate', 'fast'], '--rate: expected requests per second such as 20 or 20/s'],
  ['nothing after --only', ['run', nowhere, '--only'], "option '--only <glob...>' argument missing"],
  ['empty --only', ['run', nowhere, '--only', ''], 'Give the id of a rule, a suite or a clause.'],
  ['base URL in place of a glob', ['run', '--only', nowhere], 'Put the base URL before --only.'],
  [
    'unknown rule glob',
    ['run', nowhere, '--only', 'saefty/*'],
    '--only: no rule is called "saefty/*"; did you mean safety/*?',
  ],
  ['unknown clause', ['run', nowhere, '--only', 'XYZZY-99'], '"assay rules" lists all rules'],
  [
    'unknown format',
    ['run', nowhere, '--format', 'json,pdf'],
    '--format: unknown format "pdf"; known formats: json, html, junit',
  ],
  ['malformed header', ['run', nowhere, '--header', 'hush'], "--header: expected 'Name: value'"],
  ['missing profile', ['run', '--profile', 'gone.yaml'], 'gone.yaml: no such file'],
  ['missing baseline', ['run', nowhere, '--baseline', 'gone.yaml'], 'gone.yaml: no such file'],
  [
    '--out below a file',
    ['run', nowhere, '--out', 'plain/reports'],
    'cannot write to --out plain/reports: ENOTDIR: not a directory',
  ],
  ['--out that is a file', ['run', nowhere, '--out', 'plain'], 'cannot write to --out plain: ENOTDIR'],
  ['unknown fault', ['demo', '--fault', 'put-mergez'], 'Unknown fault "put-mergez". Did you mean "put-merges"?'],
  ['unknown world', ['demo', '--world', 'lagging-read'], 'Unknown world "lagging-read". Did you mean "lagging-reads"?'],
  ['unknown dialect', ['demo', '--dialect', 'nope'], 'Unknown dialect "nope".'],
  ['strange port', ['demo', '--port', '65536'], 'Give a whole number from 0 to 65535.'],
  ['unknown rule', ['explain', 'safety/nope'], 'no rule and no clause is called "safety/nope"'],
  ['clause with a slip', ['explain', 'SAEF-01'], 'did you mean SAFE-01?'],
  [
    'unknown table',
    ['rules', '--format', 'xml'],
    "argument 'xml' is invalid. Allowed choices are table, markdown, json.",
  ],
  ['missing report', ['report', 'gone.json'], 'gone.json cannot be read: no such file; give the report.json of a run'],
  ['folder as report', ['report', '.'], '. cannot be read: it is a folder, not a file'],
  ['text as report', ['report', 'plain'], 'plain is not a report: '],
  ['null as report', ['report', 'null.json'], 'null.json is not a report of assay'],
  [
    'report of a later version',
    ['report', 'later.json'],
    'later.json has schema "https://assay.dev/schemas/report-9.json"',
  ],
  ['report that was cut off', ['report', 'cut.json'], 'cut.json is an incomplete report: it was cut off'],
  ['report in parts', ['report', 'parts.json'], 'parts.json is an incomplete report: parts of it are missing'],
  ['unknown view', ['report', 'gone.json', '--format', 'pdf'], '--format: unknown format "pdf"'],
  ['IPv6 without brackets', ['run', '::1:3000'], '::1:3000: has no scheme; did you mean http://[::1]:3000?'],
  [
    'missing document',
    ['run', nowhere, '--openapi', 'gone.json'],
    'gone.json: no such file; name another document, or collections with --collection\n',
  ],
  [
    'collection with a credential',
    ['run', nowhere, '--collection', '/a?token=hush'],
    'has a credential; give it under auth',
  ],
  ['unknown --fail-on', ['run', nowhere, '--fail-on', 'must,shuold'], 'Did you mean should? Give must, should, http'],
  ['empty --fail-on', ['run', nowhere, '--fail-on', ''], 'Give must, should, http'],
  ['no number for --bail', ['run', nowhere, '--bail', '0'], 'Give a whole number from 1 on.'],
  ['unknown rule for --except', ['run', nowhere, '--except', 'saefty/*'], '--except: no rule is called "saefty/*"'],
  ['number of nothing', ['show', 'later.json', 'x'], 'later.json has schema'],
  ['show without a report', ['show'], 'reports/report.json cannot be read: no such file'],
  ['open without a report', ['open'], 'reports/report.json cannot be read: no such file'],
  ['open of a page that is gone', ['open', 'gone.html'], 'gone.html: no such file'],
  ['part of several names', ['explain', 'head-'], 'several rules have "head-" in their name'],
  ['standard output for several formats', ['run', nowhere, '--out', '-'], '--out - takes one format only'],
  ['help of a command that is nearly one', ['help', 'rnu'], 'Did you mean run?'],
  ['slashes that are missing', ['run', 'http:/127.0.0.1:1'], 'is not a URL; did you mean http://127.0.0.1:1?'],
  ['a port that cannot exist', ['init', 'http://127.0.0.1:99999'], 'has the port 99999; the highest port is 65535'],
  ['formats with spaces', ['run', nowhere, '--format', 'json', 'html'], 'commas: --format json,html\n'],
  ['init without a service', ['init'], 'base URL: is missing; give it on the command line (such as https://'],
  ['reporter that is not there', ['run', nowhere, '--format', './gone.mjs'], '--format ./gone.mjs: no such file'],
  ['folder as profile', ['run', nowhere, '--profile', '.'], ': is a folder, not a file'],
  ['replay of the zeroth', ['replay', 'gone.json', '0'], 'Give a whole number from 1 to 9999.'],
  ['empty --collection', ['run', nowhere, '--collection', ''], 'that starts with /, found ""'],
  ['empty --exclude', ['run', nowhere, '--exclude', ''], "a method and a path, such as 'DELETE /users/*'."],
  ['method that is none', ['run', nowhere, '--exclude', 'DELETEE /a'], "argument 'DELETEE /a' is invalid. Give a path"],
  ['method without a path', ['run', nowhere, '--include', 'DELETE'], "argument 'DELETE' is invalid. Give a path"],
  ['operation without a path', ['run', nowhere, '--allow-effects', 'emails'], "argument 'emails' is invalid. Give"],
  ['profile in UTF-16', ['run', '--profile', 'wide.yaml'], 'wide.yaml: is no text in UTF-8'],
  ['folder for a profile', ['init', nowhere, '--out', '.'], 'is a folder, not a file; name a file with --out'],
  [
    'text as certificate authority',
    ['run', nowhere, '--ca', 'plain'],
    '--ca: plain contains no certificate in PEM form',
  ],
  ['half a certificate', ['run', nowhere, '--cert', 'plain'], 'needs both cert and key; give key, too'],
  ['report as baseline', ['run', nowhere, '--baseline', 'cut.json'], 'cut.json:1:1: is a report; give the survey.json'],
  ['text as ledger', ['clean', 'plain'], 'plain is not an assay ledger'],
  ['missing ledger', ['clean', 'gone'], 'gone cannot be read: no such file; give the ledger.ndjson of a run'],
  ['recording of nothing', ['traffic', 'empty.har'], 'empty.har: no recorded response is JSON'],
  [
    'rule that is none',
    ['run', nowhere, '--rules', '.'],
    'bad.mjs has no rule as its default export; write export default',
  ],
])('exits with 2 for %s', async (_, args, message) => {
  const schema = 'https://assay.dev/schemas/report-1.json';
  const cwd = createTestFolder({
    plain: 'plain text',
    'wide.yaml': 'a\u0000:\u0000',
    'empty.har': '{"log":{"entries":[]}}',
    'bad.mjs': 'export default 3;',
    'null.json': 'null',
    'later.json': JSON.stringify({ schema: schema.replace('1', '9'), complete: true }),
    'cut.json': JSON.stringify({ schema }),
    'parts.json': JSON.stringify({ schema, complete: true, results: [] }),
  });
  const { code, stdout, stderr } = await runAssay(cwd, args);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('hush');
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stderr.trimEnd().split('\n').length).toBeLessThan(15);
  expect(stdout).toBe('');
  expect(code).toBe(2);
});

test.each<[string, string, string]>([
  ['broken YAML', 'baseUrl: "http://x\nname: y\n', 'assay.yaml:'],
  [
    'unknown profile key',
    'baseUrl: http://127.0.0.1:1\nlimit:\n  cases: 1\n',
    'assay.yaml:2:1: unknown key "limit"; did you mean "limits"?',
  ],
  [
    'missing environment variable',
    `baseUrl: http://127.0.0.1:1\nheaders:\n  x-key: "\${ABSENT}"\n`,
    'ABSENT} is not set',
  ],
  [
    'unknown rule in a profile',
    'baseUrl: http://127.0.0.1:1\nrules:\n  only: ["saefty/*"]\n',
    'no rule is called "saefty/*"; did you mean safety/*?',
  ],
  ['tab as indentation', 'baseUrl: http://127.0.0.1:1\n\tlimits: 3\n', 'Tabs are not allowed as indentation'],
  [
    'method that is none in a profile',
    'baseUrl: http://127.0.0.1:1\noperations: { exclude: [DELETEE /a] }\n',
    'assay.yaml:2:25: expected a path, or a method and a path, such as DELETE /users/*, found "DELETEE /a"',
  ],
  ['text in place of a resource', 'baseUrl: http://127.0.0.1:1\nresources:\n  - /notes\n', 'expected a mapping'],
  ['word in place of a number', 'baseUrl: http://127.0.0.1:1\nlimits:\n  cases: many\n', 'expected a whole number'],
])('exits with 2 and prints the place for %s', async (_, yaml, message) => {
  const { code, stderr } = await runAssay(createTestFolder({ 'assay.yaml': yaml }), ['run']);
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/assay\.yaml(:\d+:\d+)?: /);
  expect(code).toBe(2);
});

test.each(['/proc/nowhere', '/proc/nowhere/deeper'])(
  'exits with 2 when the folder cannot be created, %s',
  async (out) => {
    const { code, stderr } = await runAssay(createTestFolder(), ['run', nowhere, '--out', out]);
    expect(stderr).toContain(`cannot write to --out ${out}: `);
    expect(code).toBe(2);
  },
);

test('exits with 2 when the port is in use', async () => {
  const server = createServer();
  const { port } = new URL(await listenOnFreePort(server));
  const { code, stderr } = await runAssay(createTestFolder(), ['demo', '--port', port]);
  await new Promise((done) => server.close(done));
  expect(stderr).toMatch(/EADDRINUSE.*choose another --port/);
  expect(code).toBe(2);
});

test('the base URL can follow a list of globs', async () => {
  const { code, stderr } = await runAssay(createTestFolder(), ['run', '--only', 'safety/*', 'CRE-01', nowhere]);
  expect(stderr).toContain(`${nowhere} cannot be reached`);
  expect(code).toBe(3);
});

test('a mistake in a profile is shown with its line, without secrets', async () => {
  const yaml = `baseUrl: ${nowhere}\nlimits:\n  casez: 1\nauth:\n  tokn: hush\n`;
  const { code, stderr } = await runAssay(createTestFolder({ 'assay.yaml': yaml }), ['run']);
  expect(stderr).toContain('  3 |   casez: 1\n        ^\n');
  expect(stderr).toContain('  5 |   tokn: …\n');
  expect(stderr).not.toContain('hush');
  expect(code).toBe(2);
});

test('reports bad usage before the first request, and writes no report', async () => {
  const server = createServer();
  let knocks = 0;
  server.on('connection', (socket) => {
    knocks += 1;
    socket.destroy();
  });
  const url = await listenOnFreePort(server);
  const cwd = createTestFolder();
  for (const args of [
    ['--only', 'nope/*'],
    ['--format', 'nope'],
    ['--header', 'nope'],
    ['--out', '/proc/nope'],
  ]) {
    expect((await runAssay(cwd, ['run', url, ...args])).code).toBe(2);
  }
  await new Promise((done) => server.close(done));
  expect(knocks).toBe(0);
  expect(hasReport(cwd)).toBe(false);
});
