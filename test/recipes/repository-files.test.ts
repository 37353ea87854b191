import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { repositoryRoot } from '../docs/pages.fixture.js';

const textOf = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');

describe('.editorconfig', () => {
  test('says what biome.json says', () => {
    const { formatter } = JSON.parse(textOf('biome.json'));
    const [, all = ''] = textOf('.editorconfig').split(/^\[.*\]$/m);
    const settings = Object.fromEntries([...all.matchAll(/^(\w+) = (\S+)$/gm)].map(([, name, value]) => [name, value]));
    expect(settings).toMatchObject({
      indent_style: formatter.indentStyle,
      indent_size: String(formatter.indentWidth),
      max_line_length: String(formatter.lineWidth),
    });
  });
});

describe('the repository in package.json', () => {
  const { repository, homepage, bugs } = JSON.parse(textOf('package.json'));
  const page = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');

  test('is the same in all three places', () => {
    expect(page).toMatch(/^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/);
    expect(homepage).toBe(`${page}#readme`);
    expect(bugs.url).toBe(`${page}/issues`);
  });
});

describe('issue forms', () => {
  const names = ['1-false-violation', '2-missed-violation', '3-bug', '4-feature'];

  test.each(names)('%s has fields with unique ids and labels', (name) => {
    const form = parse(textOf(`.github/ISSUE_TEMPLATE/${name}.yml`));
    expect(Object.keys(form)).toEqual(expect.arrayContaining(['name', 'description', 'labels', 'body']));
    const fields: { id: string; attributes: { label: string } }[] = form.body.filter(
      ({ type }: { type: string }) => type !== 'markdown',
    );
    const ids = fields.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)]);
    expect(fields.filter(({ attributes }) => !attributes.label)).toEqual([]);
  });

  test('the form for a false violation requires the report, the tape, the behaviour of the service and why it is legal', () => {
    const { body } = parse(textOf('.github/ISSUE_TEMPLATE/1-false-violation.yml'));
    const required = body.filter(({ validations }: { validations?: { required: boolean } }) => validations?.required);
    expect(required.map(({ id }: { id: string }) => id)).toEqual(['rule', 'report', 'tape', 'service', 'legal']);
  });
});
