import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { listProfileProblems } from '../../tools/reference/profile.fixture.js';
import { createTestFolder } from '../cli/assay.fixture.js';
import { extractArguments, findUsageError } from './arguments.fixture.js';
import { findSamples, repositoryRoot } from './pages.fixture.js';
import { parseCommands } from './shell.fixture.js';

const { scripts } = JSON.parse(readFileSync(join(repositoryRoot, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('commands', () => {
  const commands = findSamples('sh', 'bash', 'shell').flatMap(({ page, text }) =>
    parseCommands(text).map((words) => ({ page, words })),
  );
  const ours = commands.flatMap(({ page, words }) => {
    const args = extractArguments(words);
    return args ? [{ page, args }] : [];
  });

  test('of assay exist, with their flags', async () => {
    expect(ours.length).toBeGreaterThan(60);
    const wrong: string[] = [];
    for (const { page, args } of ours) {
      const complaint = await findUsageError(args);
      if (complaint) wrong.push(`${page}: assay ${args.join(' ')}: ${complaint}`);
    }
    expect(wrong).toEqual([]);
  });

  test.each([
    [['run', 'http://127.0.0.1:3000', '--no-such-flag']],
    [['no-such-command']],
    [['run', '--cases', 'many']],
    [['run', '--permit', 'everything']],
    [['replay']],
  ])('the test finds the mistake in %j', async (args) => {
    expect(await findUsageError(args)).toBeDefined();
  });

  test('of npm name existing scripts', () => {
    const named = commands.flatMap(({ page, words }) =>
      words[0] === 'npm' && words[1] === 'run'
        ? [{ page, script: words.slice(2).find((word) => !word.startsWith('-')) ?? '' }]
        : [],
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
  });
});

test('splits a shell sample into words like a shell', () => {
  expect(parseCommands('A=1 assay run \'a b\' \\\n  --only "x y" # why\nnpm ci && npm test | head -1')).toEqual([
    ['assay', 'run', 'a b', '--only', 'x y'],
    ['npm', 'ci'],
    ['npm', 'test'],
    ['head', '-1'],
  ]);
});

describe('YAML', () => {
  const samples = findSamples('yaml', 'yml');
  const isProfile = (name: string | undefined) => name === undefined || /^(assay|known)\.yaml$/.test(name);

  test('is a valid profile, or well-formed in other files', () => {
    expect(samples.length).toBeGreaterThan(20);
    const wrong = samples.flatMap(({ page, name, text }) => {
      const value = parse(text);
      // Fleets have a schema of their own.
      const isFleet = page === 'docs/fleets.md';
      return isProfile(name) && !isFleet
        ? listProfileProblems(value).map((problem) => `${page}: ${problem} in\n${text}`)
        : [];
    });
    expect(wrong).toEqual([]);
  });
});

describe('JavaScript and TypeScript', () => {
  const samples = findSamples('js', 'ts').filter(({ text }) => /^(import|export) /m.test(text));

  test('compiles when it is a whole file', () => {
    expect(samples.length).toBeGreaterThan(2);
    const folder = createTestFolder({ 'package.json': '{"type":"module"}', 'tsconfig.json': JSON.stringify(options) });
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
    for (const [i, { page, language, name, text }] of samples.entries()) {
      const file = join(folder, page.replaceAll('/', '-'), name ?? `sample-${i}.${language}`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    expect(complaintsOf(folder)).toEqual([]);
  });

  test('of the library runs without a compiler, as the page says', () => {
    const { text = '' } = samples.find(({ name }) => name === 'gate.ts') ?? {};
    const file = join(createTestFolder({ 'gate.mjs': text }), 'gate.mjs');
    expect(text).not.toBe('');
    execFileSync(process.execPath, ['--check', file]);
  });

  test('the test finds code that does not compile', () => {
    const folder = createTestFolder({ 'package.json': '{"type":"module"}', 'tsconfig.json': JSON.stringify(options) });
    symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'sample.ts'), "import { nothing } from 'assay/rule';\nexport const two: string = 2;\n");
    const complaints = complaintsOf(folder);
    expect(complaints, complaints.join('\n')).toHaveLength(2);
  });
});

/** Compiler options of a strict project that uses the build of the kit. */
const options = {
  compilerOptions: {
    ...{ target: 'ES2023', lib: ['ES2023'], module: 'NodeNext', moduleResolution: 'NodeNext', types: ['node'] },
    ...{ strict: true, allowJs: true, checkJs: false, noEmit: true, skipLibCheck: true },
    // A sample for a file of the kit imports its neighbours.
    rootDirs: ['./CONTRIBUTING.md', repositoryRoot],
    paths: {
      assay: [join(repositoryRoot, 'src/index.ts')],
      'assay/rule': [join(repositoryRoot, 'src/rule/index.ts')],
      'assay/vitest': [join(repositoryRoot, 'src/test-runners/vitest.ts')],
      'assay/node-test': [join(repositoryRoot, 'src/test-runners/node-test.ts')],
      'assay/jest': [join(repositoryRoot, 'src/test-runners/jest.ts')],
      '#rule': [join(repositoryRoot, 'src/rule/index.ts')],
    },
  },
};

function complaintsOf(folder: string): string[] {
  try {
    const tsc = join(repositoryRoot, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], { encoding: 'utf8' });
    return [];
  } catch (error) {
    return (error as { stdout: string }).stdout.trimEnd().split('\n');
  }
}
