import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { parseProofOptions } from '../../tools/proof/options.js';
import { repositoryRoot } from '../docs/pages.fixture.js';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}
interface Job {
  readonly permissions?: Readonly<Record<string, string>>;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly 'timeout-minutes'?: number;
  readonly steps: readonly Step[];
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const textOf = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const listYaml = (folder: string) =>
  readdirSync(join(repositoryRoot, folder))
    .filter((name) => /\.ya?ml$/.test(name))
    .map((name) => `${folder}/${name}`);

const { scripts, engines } = JSON.parse(textOf('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};
const files = listYaml('.github/workflows');
const workflows = Object.fromEntries(files.map((path) => [path, parse(textOf(path)) as Workflow]));
const jobs = Object.entries(workflows).flatMap(([path, workflow]) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${path}: ${name}`, job })),
);
const steps = jobs.flatMap(({ name, job }) => job.steps.map((step) => ({ name, job, step })));
const commands = steps.flatMap(({ name, step: { run = '' } }) => run.split('\n').map((line) => ({ name, line })));

test('there are three workflows', () => {
  expect(files.map((path) => path.split('/').at(-1))).toEqual(['proof.yml', 'release.yml', 'test.yml']);
});

test.each([...files, ...listYaml('.github/ISSUE_TEMPLATE'), 'action.yml'])('%s is YAML without errors', (path) => {
  expect(parseAllDocuments(textOf(path)).flatMap((document) => [...document.errors, ...document.warnings])).toEqual([]);
});

describe('commands', () => {
  test('call npm scripts that exist', () => {
    const called = commands.flatMap(({ name, line }) =>
      [...line.matchAll(/\bnpm (?:run (?:--silent )?([\w:-]+)|(test)\b)/g)].map(([, script, test]) => ({
        name,
        script: script ?? test ?? '',
      })),
    );
    expect(called.length).toBeGreaterThan(4);
    expect(called.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
  });

  test('call files that exist and may be executed', () => {
    const called = commands.flatMap(({ line }) =>
      [...line.matchAll(/(?:^|\s)(\.[\w-]*\/[\w/.-]+)/g)].map(([, path]) => path),
    );
    expect(called).toContain('.ci/install');
    const wrong = called.filter((path = '') => {
      const file = join(repositoryRoot, path);
      return !existsSync(file) || (statSync(file).mode & 0o111) === 0;
    });
    expect(wrong).toEqual([]);
  });

  test('give the proof options that it has', () => {
    const given = commands.flatMap(({ line }) => /\bnpm run proof -- (.*)$/.exec(line)?.[1] ?? []);
    expect(given).toEqual(['--shard "$SHARD"', '--short']);
    for (const args of given) expect(() => parseProofOptions(args.replace('"$SHARD"', '1/8').split(' '))).not.toThrow();
  });

  test('contain no expression, because a name of a branch or tag could be a command', () => {
    expect(commands.filter(({ line }) => line.includes('${{'))).toEqual([]);
  });
});

describe('jobs', () => {
  const [, least = ''] = /^>=(\d+)/.exec(engines.node) ?? [];

  test('run on Node versions that package.json supports, the tests on the oldest too', () => {
    const versions = steps
      .filter(({ step }) => step.uses?.startsWith('actions/setup-node@'))
      .flatMap(({ name, job, step }) => {
        const version = String(step.with?.['node-version']);
        const listed = version.includes('matrix.node') ? (job.strategy?.matrix.node ?? []) : [version];
        return listed.map((one) => ({ name, version: one }));
      });
    expect(versions.filter(({ version }) => !/^\d+$/.test(version) || Number(version) < Number(least))).toEqual([]);
    const tested = versions.filter(({ name }) => name === '.github/workflows/test.yml: test');
    expect(tested.map(({ version }) => version)).toEqual([least, '22', '24']);
  });

  test('set up Node before they use npm', () => {
    const wrong = jobs.filter(({ job }) => {
      const used = job.steps.findIndex(({ run = '' }) => /\bnpm\b/.test(run));
      const setUp = job.steps.findIndex(({ uses = '' }) => uses.startsWith('actions/setup-node@'));
      return used >= 0 && (setUp < 0 || setUp > used);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('install the field services before the long proof, which audits some of them', () => {
    const long = jobs.filter(({ job }) => job.steps.some(({ run = '' }) => run.includes('npm run proof -- --shard')));
    expect(long.length).toBeGreaterThan(0);
    for (const { job } of long) {
      const runs = job.steps.map(({ run = '' }) => run);
      const installed = runs.indexOf('npm run field:install');
      expect(installed).toBeGreaterThanOrEqual(0);
      expect(installed).toBeLessThan(runs.findIndex((run) => run.includes('npm run proof')));
    }
  });

  test('use one version of each action, a major one or a commit', () => {
    const used = [...new Set(steps.flatMap(({ step }) => step.uses ?? []))];
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@(v\d+|[0-9a-f]{40})$/.test(action))).toEqual([]);
    const names = used.map((action) => action.split('@')[0]);
    expect(names).toEqual([...new Set(names)]);
  });

  test('end by themselves', () => {
    expect(jobs.filter(({ job }) => job['timeout-minutes'] === undefined).map(({ name }) => name)).toEqual([]);
  });

  test('may read only, except what publishes', () => {
    const wide = jobs.flatMap(({ name, job }) =>
      Object.entries(job.permissions ?? {})
        .filter(([, right]) => right !== 'read')
        .map(([what]) => `${name}: ${what}`),
    );
    expect(wide).toEqual([
      '.github/workflows/release.yml: publish: id-token',
      '.github/workflows/release.yml: release: contents',
    ]);
    for (const { permissions } of Object.values(workflows))
      expect(Object.values(permissions).filter((right) => right !== 'read')).toEqual([]);
  });

  test('of the nightly proof cover every shard once', () => {
    const shards = workflows['.github/workflows/proof.yml']?.jobs.proof?.strategy?.matrix.shard ?? [];
    expect(shards).toEqual(shards.map((_, index) => `${index + 1}/${shards.length}`));
    expect(shards.length).toBeGreaterThan(1);
  });
});
