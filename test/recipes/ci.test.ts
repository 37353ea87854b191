import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listKnownVariables } from '../../src/cli/options/environment.js';
import { createProgram } from '../../src/cli/program.js';
import { formats } from '../../src/report/formats.js';
import { extractArguments, findUsageError } from '../docs/arguments.fixture.js';
import { docPages, findPageSamples } from '../docs/pages.fixture.js';
import { parseCommands } from '../docs/shell.fixture.js';
import { action } from './runner.fixture.js';

const page = docPages.find(({ path }) => path === 'docs/ci.md') ?? { path: '', text: '' };
const samples = findPageSamples(page);
const named = (name: string) => samples.find((sample) => sample.name === name)?.text ?? '';
const { version, repository } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

/** Names in the first column of a table of the page, below a heading of its own. */
const firstColumn = (head: string): string[] => {
  const [, rows = ''] = new RegExp(`^\\| ${head} \\|.*\\n\\|.*\\n((?:\\|.*\\n)*)`, 'm').exec(page.text) ?? [];
  return rows
    .split('\n')
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name));
};

async function complaints(script: string): Promise<(string | undefined)[]> {
  const calls = parseCommands(script).flatMap((words) => {
    const args = extractArguments(words);
    return args ? [args] : [];
  });
  return Promise.all(calls.map(findUsageError));
}

describe('GitHub', () => {
  test('the workflow gives the action inputs that it has', () => {
    const workflow = parse(named('.github/workflows/conformance.yml'));
    const [, name] = /github\.com\/(.*)\.git$/.exec(repository.url) ?? [];
    const [step] = workflow.jobs.audit.steps.filter(({ uses = '' }) => uses.startsWith(`${name}@`));
    expect(Object.keys(step.with).filter((name) => !(name in action.inputs))).toEqual([]);
    expect(step.with.formats.split(',').filter((format: string) => !(format in formats))).toEqual([]);
  });

  test('the tables name every input and every output', () => {
    expect(firstColumn('Input').sort()).toEqual(Object.keys(action.inputs).sort());
    expect(firstColumn('Output').sort()).toEqual(Object.keys(action.outputs).sort());
  });
});

test('GitLab: variables, commands and files exist', async () => {
  const { conformance } = parse(named('.gitlab-ci.yml'));
  const known = listKnownVariables(createProgram(() => undefined));
  expect(Object.keys(conformance.variables).filter((name) => !known.has(name))).toEqual([]);
  expect(await complaints([...conformance.script, ...conformance.after_script].join('\n'))).toEqual([
    undefined,
    undefined,
  ]);
  const files: string[] = Object.values(formats);
  const wanted = conformance.variables.ASSAY_FORMAT.split(',').map((format: keyof typeof formats) => formats[format]);
  for (const path of Object.values<string>(conformance.artifacts.reports)) {
    expect(files).toContain(path.replace('reports/', ''));
    expect(wanted).toContain(path.replace('reports/', ''));
  }
});

test('Jenkins: commands exist, brackets are closed', async () => {
  const text = samples.find(({ language }) => language === 'groovy')?.text ?? '';
  const scripts = [...text.matchAll(/\bsh '([^']*)'/g)].map(([, script]) => script).join('\n');
  expect(await complaints(scripts)).toEqual([undefined, undefined]);
  expect(text.split('{').length).toBe(text.split('}').length);
});

test('every recipe installs this version', () => {
  const versions = [...page.text.matchAll(/assay-([\d.]+)\.tgz/g)].map(([, one]) => one).filter((one) => one !== '');
  expect(versions.length).toBeGreaterThan(3);
  expect(new Set(versions)).toEqual(new Set([version]));
});
