import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildGithubWorkflow } from '../../src/fleet/manifest/github-workflow.js';
import { buildKubernetesJob } from '../../src/fleet/manifest/kubernetes-job.js';
import { stringifyYaml } from '../../src/profile/file/stringify-yaml.js';
import { repositoryRoot } from '../docs/pages.fixture.js';

/** What installs, or may install, the package that a registry has under the bare name: it is not ours. */
const installing = [
  /\bnpx(?:\s+-[\w-]+(?:=\S+)?)*\s+assay\b/,
  /\b(?:npm|pnpm|yarn|bun)\s+(?:install|i|add|link|exec|x|dlx|update)\b[^\n&|;]*\sassay(?![\w./-])/,
  /(?<![\w/.-])assay@[\w$^~*]/,
  /"assay"\s*:\s*"[\^~*\d]/,
];

/** Commands that take the package from a file. */
const fromFile = /--package[= ]\S*\.tgz/;

const findInstallations = (text: string): string[] =>
  text.split('\n').filter((line) => !fromFile.test(line) && installing.some((pattern) => pattern.test(line)));

test.each([
  'npx assay run',
  'sh "npx --yes assay@0.1.0 run"',
  'npx -y assay',
  'npm install --save-dev vitest assay',
  'npm i assay && assay run',
  'npm exec -- assay run',
  'npm link assay',
  'pnpm dlx assay run',
  'yarn add assay',
  'npm install --prefix "$PLACE" "assay@$VERSION"',
  '"devDependencies": { "assay": "^0.1.0" }',
])('%s installs the bare name', (line) => {
  expect(findInstallations(line)).toEqual([line]);
});

test.each([
  'npm ci && npm run build && npm link',
  'npm install ../assay/assay-0.1.0.tgz',
  'npx --yes --package=./assay-0.1.0.tgz assay run',
  '- uses: OWNER/assay@<commit>',
  'install them beside assay: npm install bullmq ioredis',
  'npm install bullmq && assay worker',
  '"assay": "bin/assay.js"',
])('%s does not', (line) => {
  expect(findInstallations(line)).toEqual([]);
});

/** Everything that people copy from, and whatever prints text; history and tests name what is wrong. */
const listFiles = (): string[] =>
  ['.', '.github', '.ci', 'docs', 'field', 'reports', 'src', 'suites', 'tools', 'bin']
    .flatMap((folder) =>
      readdirSync(join(repositoryRoot, folder), { recursive: folder !== '.', withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .filter((file) => /\.(md|ya?ml|m?[jt]s|json|1|txt)$|Dockerfile|\/\.ci\//.test(file))
    .filter((file) => !/node_modules|\.test\.ts$|package-lock\.json$|CHANGELOG\.md$/.test(file));

test('no page, action, example or source installs the bare name', () => {
  const files = listFiles();
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) =>
    findInstallations(readFileSync(file, 'utf8')).map((line) => `${file.slice(repositoryRoot.length)}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('no generated manifest installs the bare name', () => {
  const input = { name: 'shop', file: 'fleet.yaml', targets: ['a'], variables: [], workers: 1, image: 'x' };
  for (const { content, notes } of [buildGithubWorkflow(input), buildKubernetesJob(input)])
    expect(findInstallations(`${stringifyYaml(content)}\n${notes.join('\n')}`)).toEqual([]);
});
