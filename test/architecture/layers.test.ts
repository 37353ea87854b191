import { dirname } from 'node:path';
import { describe, expect, test } from 'vitest';
import { areaOf, code, sources } from './sources.fixture.js';

const shared = ['rule', 'http'];
const parts = ['profile', 'openapi', 'generate', 'rule-set', 'limits', 'ledger'];
const stages = ['survey', 'plan', 'run', 'traffic'];
const pipeline = ['model', ...shared, ...parts, ...stages, 'verdict'];
const front = [...pipeline, 'audit', 'init', 'report'];

/** Which areas of `src` each area may import, types included. Its own files it may always import. */
const layers: Record<string, { readonly imports: readonly string[]; readonly because: string }> = {
  model: { imports: [], because: 'the model is what all stages share' },
  rule: { imports: ['model'], because: 'rule authors import nothing that sends requests' },
  http: { imports: ['model'], because: 'the client does not know what is judged' },
  ...Object.fromEntries(
    parts.map((part) => [part, { imports: ['model', ...shared], because: 'these parts do not know the stages' }]),
  ),
  survey: { imports: ['model', ...shared, 'openapi', 'limits'], because: 'the survey does not know what is judged' },
  plan: { imports: ['model', ...shared], because: 'planning sends nothing' },
  run: { imports: ['model', ...shared, 'generate', 'limits', 'ledger'], because: 'a run does not judge the service' },
  traffic: { imports: ['model', ...shared], because: 'recorded traffic is judged without requests of our own' },
  verdict: { imports: ['model', 'rule'], because: 'judging needs the outcomes and the rules only' },
  report: { imports: ['model'], because: 'every format is a view of the report and of nothing else' },
  audit: { imports: [...pipeline], because: 'the pipeline connects all stages, and formats are not its concern' },
  init: { imports: [...pipeline], because: 'a profile is written from what the survey found' },
  cli: { imports: [...front, 'demo', 'fleet'], because: 'the command line uses everything but the programmatic use' },
  api: { imports: front, because: 'the programmatic use gives the pipeline sensible defaults' },
  'test-runners': { imports: [...front, 'api'], because: 'the test adapters use the programmatic use' },
  fleet: { imports: front, because: 'fleets are built on everything, and nothing is built on them' },
  index: { imports: [...front, 'api'], because: 'the public API names what programs may use' },
  demo: { imports: [], because: 'the demo service must not know the kit that judges it' },
};

/** The folders that may import each outside library, types included. */
const libraries: Record<string, readonly string[]> = {
  undici: ['src/http/transport', 'tools/bench'],
  commander: ['src/cli', 'src/cli/commands', 'src/cli/options', 'tools/reference'],
  yaml: [
    'src/openapi/parse',
    'src/profile/file',
    'src/profile/waivers',
    'src/init/write',
    'tools/bench',
    'tools/field/faults',
    'tools/reference',
    'tools/shapes/checker',
    'tools/shapes/document',
  ],
  ajv: ['src/profile/file', 'src/generate', 'tools/hostile', 'tools/shapes/checker'],
  'ajv-formats': ['src/profile/file', 'src/generate'],
  'http-link-header': ['src/model/field'],
  'structured-headers': ['src/model/field'],
  'fast-check': [
    'src/rule/values',
    'src/generate',
    'src/run/trial',
    'src/rule-set',
    'tools/bench',
    'tools/shapes/design',
  ],
  // Optional peer dependencies, loaded by these commands only.
  bullmq: ['src/fleet/queue'],
  ioredis: ['src/fleet/queue'],
  aws4fetch: ['src/fleet/store'],
  'playwright-core': ['tools/screenshots'],
  // The peer dependency: a project that imports `assay/vitest` has it.
  vitest: ['src/test-runners'],
};

describe('layers', () => {
  const ours = code.filter(({ path }) => path.startsWith('src/'));

  test.each(Object.entries(layers))('%s imports only layers below it', (area, { imports: allowed, because }) => {
    const wrong = ours
      .filter((source) => source.area === area)
      .flatMap(({ path, imports }) =>
        imports
          .filter((to) => to.startsWith('src/') && areaOf(to) !== area && !allowed.includes(areaOf(to)))
          .map((to) => `${path} imports ${to}`),
      );
    expect(wrong, because).toEqual([]);
  });

  test('every area of src has a layer', () => {
    expect([...new Set(ours.map(({ area }) => area))].filter((area) => !(area in layers))).toEqual([]);
  });

  test('the command line loads fleets only for their commands, and nothing else of src imports them', () => {
    const importing = ours.filter(
      ({ area, imports }) => area !== 'fleet' && imports.some((to) => areaOf(to) === 'fleet' && to.startsWith('src/')),
    );
    expect(importing.map(({ path }) => path)).toEqual([
      'src/cli/commands/fleet/fleet.ts',
      'src/cli/commands/fleet/worker.ts',
    ]);
    const atStart = importing.filter(({ text }) => /from '[./]+\/fleet\/(?!fleet\.js)/.test(text));
    expect(atStart.map(({ path }) => path)).toEqual([]);
  });

  test('rules import the rule API, private files of their own suite, and what suites share', () => {
    const wrong = code
      .filter(({ path }) => path.startsWith('suites/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((to) => to !== '#rule' && dirname(to) !== dirname(path) && dirname(to) !== `${dirname(path)}/_shared`)
          .filter((to) => !(dirname(path).endsWith('/_shared') && dirname(to) === dirname(path)))
          .filter((to) => dirname(to) !== 'suites/_shared')
          .map((to) => `${path} imports ${to}`),
      );
    expect(wrong).toEqual([]);
  });

  test('no source file imports suites, tools or test', () => {
    const wrong = ours.flatMap(({ path, imports }) =>
      imports.filter((to) => /^(suites|tools|test)\//.test(to)).map((to) => `${path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test('only tests and fixtures in tests import tests and fixtures', () => {
    const wrong = code.flatMap(({ path, imports }) =>
      imports.filter((to) => /\.(test|fixture)\.ts$/.test(to)).map((to) => `${path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test('every import leads to a file', () => {
    const known = new Set(sources.map(({ path }) => path));
    const wrong = sources.flatMap(({ path, imports }) =>
      imports
        .filter((to) => /^(src|suites|tools|test)\/.*\.ts$/.test(to) && !known.has(to))
        .map((to) => `${path} imports ${to}`),
    );
    expect(wrong).toEqual([]);
  });

  test('only the ledger issues records of unsafe requests, and no record is made by a type assertion', () => {
    const issuing = code.filter(({ text }) => /\bissueWriteRecord\b|as WriteRecord\b/.test(text));
    const wrong = issuing.filter(({ path }) => !path.startsWith('src/ledger/') && path !== 'src/http/method-guard.ts');
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  test('each outside library is imported in its folders only', () => {
    const nameOf = (to: string) =>
      to
        .split('/')
        .slice(0, to.startsWith('@') ? 2 : 1)
        .join('/');
    const isAllowed = (library: string, folder: string) =>
      libraries[library]?.some((one) => folder === one || (one !== 'src/cli' && folder.startsWith(`${one}/`))) ?? false;
    const wrong = code
      .filter(({ path }) => !path.startsWith('test/'))
      .flatMap(({ path, imports }) =>
        imports
          .filter((to) => !/^(src\/|suites\/|tools\/|test\/|node:|#)/.test(to))
          .map(nameOf)
          .filter((library) => !isAllowed(library, dirname(path)))
          .map((library) => `${path} imports ${library}`),
      );
    expect(wrong).toEqual([]);
  });
});
