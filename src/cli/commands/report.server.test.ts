import { readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTestFolder, runAssay } from '../../../test/cli/assay.fixture.js';
import { sound, troubled } from '../../../test/report-samples/samples.js';
import { formats } from '../../report/formats.js';
import { render } from '../../report/render.js';

const json = render(troubled, 'json');
const given = () => createTestFolder({ 'report.json': json });

test('prints only the report to standard output for one format', async () => {
  const folder = given();
  const { code, stdout, stderr } = await runAssay(folder, ['report', 'report.json', '--format', 'sarif']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(render(troubled, 'sarif'));
  expect(readdirSync(folder)).toEqual(['report.json']);
});

test('prints the report like the run when there is no format', async () => {
  const { code, stdout } = await runAssay(given(), ['report', 'report.json']);
  expect(code).toBe(0);
  expect(stdout).toContain('Failed: 2 MUST rules violated (exit 1)');
  expect(stdout).not.toContain('\u001b');
});

test('writes all formats to a folder, with the file names of a run', async () => {
  const folder = given();
  const names = Object.keys(formats).join(',');
  const { code, stdout, stderr } = await runAssay(folder, ['report', 'report.json', '--format', names, '--out', 'a/b']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const files = Object.values(formats);
  expect(stdout.trim().split('\n')).toEqual(files.map((file) => join('a/b', file)));
  expect(readdirSync(join(folder, 'a/b')).sort()).toEqual(files.toSorted());
  expect(readFileSync(join(folder, 'a/b/report.json'), 'utf8')).toBe(json);
});

test('writes what a vendor needs beside the report, or one format of it to standard output', async () => {
  const folder = given();
  const args = ['report', join(folder, 'report.json'), '--for', 'vendor'];
  const { code, stdout, stderr } = await runAssay(createTestFolder(), args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim().split('\n')).toEqual([join(folder, 'vendor.html'), join(folder, 'vendor.md')]);
  const text = render(troubled, 'markdown', { reader: 'vendor' });
  expect(readFileSync(join(folder, 'vendor.md'), 'utf8')).toBe(text);
  expect(readFileSync(join(folder, 'vendor.html'), 'utf8')).toBe(render(troubled, 'html', { reader: 'vendor' }));
  const shown = await runAssay(folder, [...args, '--format', 'markdown']);
  expect(shown.stdout).toBe(text);
});

const { complete: _, ...unfinished } = sound;
const broken = {
  'text.json': 'hello',
  'cut.json': json.slice(0, -400),
  'unfinished.json': JSON.stringify(unfinished),
  'newer.json': JSON.stringify({ ...sound, schema: 'https://assay.dev/schemas/report-2.json' }),
  'hollow.json': JSON.stringify({ ...sound, results: [null] }),
};

test.each([
  [['report', 'nowhere.json'], 'no such file'],
  [['report', 'text.json'], 'is not a report'],
  [['report', 'cut.json'], 'is not a report'],
  [['report', 'unfinished.json'], 'was cut off'],
  [['report', 'newer.json'], 'report-2.json'],
  [['report', 'hollow.json', '--format', 'sarif'], 'hollow.json'],
  [['report', 'report.json', '--format', 'pdf'], 'unknown format "pdf"; known formats: json, html, junit'],
  [['report', 'report.json', '--format', './gone.mjs'], '--format ./gone.mjs: no such file'],
  [['report', 'report.json', '--format', 'pdf'], 'console, ndjson'],
  [
    ['report', 'report.json', '--format', 'ndjson'],
    'assay run --format ndjson --out -; of a report, json has the same',
  ],
  [['report', 'report.json', '--format', 'html,sarf'], 'unknown format "sarf"; did you mean sarif?'],
  [
    ['report', 'report.json', '--for', 'vendor', '--format', 'sarif'],
    '--for vendor writes html and markdown, not sarif',
  ],
  [['report', 'report.json', '--for', 'boss'], 'Allowed choices are vendor'],
  [['report', 'report.json', '--format', 'json,html'], 'name a folder with --out'],
  [['report', 'report.json', '--format', 'html', '--out', 'report.json'], 'choose another folder'],
])('refuses %j with the reason', async (args, complaint) => {
  const { code, stdout, stderr } = await runAssay(createTestFolder({ 'report.json': json, ...broken }), args);
  expect(stderr).toContain(complaint);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).not.toMatch(/^\s+at /m);
});

test('gives findings the path of the profile relative to the current folder', async () => {
  const folder = createTestFolder();
  const profile = join(realpathSync(folder), 'ci/assay.yaml');
  const report = { ...troubled, run: { ...troubled.run, profile } };
  writeFileSync(join(folder, 'report.json'), render(report, 'json'));
  const { stdout } = await runAssay(folder, ['report', 'report.json', '--format', 'codequality']);
  expect(JSON.parse(stdout)[0].location.path).toBe('ci/assay.yaml');
});

test('a module renders a report, also of merged shards; its errors are its own', async () => {
  const shards = [1, 2].map((index) => ({
    ...sound,
    run: { ...sound.run, shard: { index, total: 2, planDigest: 'a' } },
  }));
  const folder = createTestFolder({
    'report.json': json,
    'one.json': JSON.stringify(shards[0]),
    'two.json': JSON.stringify(shards[1]),
    'mine.mjs': "export default ({ results }) => results.length + ' results';",
    'broken.mjs': 'export default () => nothing;',
  });
  const shown = await runAssay(folder, ['report', 'report.json', '--format', './mine.mjs']);
  expect(shown).toMatchObject({ code: 0, stdout: `${troubled.results.length} results\n` });
  const written = await runAssay(folder, ['report', 'report.json', '--format', './mine.mjs,junit', '--out', 'out']);
  expect(written.stdout).toBe(`${join('out', 'mine.txt')}\n${join('out', 'junit.xml')}\n`);
  await runAssay(folder, ['merge', 'one.json', 'two.json', '--format', './mine.mjs', '--out', 'merged']);
  expect(readFileSync(join(folder, 'merged/mine.txt'), 'utf8')).toMatch(/^\d+ results$/);
  const failed = await runAssay(folder, ['report', 'report.json', '--format', './broken.mjs']);
  expect(failed).toMatchObject({
    code: 2,
    stderr: 'assay: --format ./broken.mjs: its function failed: nothing is not defined; correct it\n',
  });
});
