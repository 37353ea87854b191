import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemoService } from './assay.fixture.js';
import { extractPageFiles, type InstalledProject, installProject } from './installed-project.fixture.js';

const settings = {
  target: 'es2022',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  skipLibCheck: true,
};
const settingsWith = (more: object) =>
  JSON.stringify({ compilerOptions: { ...settings, ...more }, include: ['**/*.ts'] });

const inTests = extractPageFiles('test-runners.md');
const inPrograms = extractPageFiles('library.md');
const sound = inTests['src/app.ts'] ?? '';
/** Reading a task counts how often it was read, and shows it. */
const broken = sound.replace(
  'if (isRead(request)) return Response.json(task);',
  `if (isRead(request)) {
    const { views = 0 } = task as { views?: number };
    tasks.set(id, { ...task, views: views + 1 } as Task);
    return Response.json(tasks.get(id));
  }`,
);

let project: InstalledProject;

beforeAll(async () => {
  project = installProject();
  project.write({
    ...inTests,
    ...inPrograms,
    'src/broken.ts': broken,
    'test/broken.test.ts': (inTests['test/api.test.ts'] ?? '')
      .replace('app.js', 'broken.js')
      .replace('profile });', "profile, only: ['safety/get-*'] });"),
    'test/nobody.test.ts': `import { conformance } from 'assay/vitest';
await conformance({ baseUrl: 'http://127.0.0.1:1' });
`,
    'tsconfig.json': settingsWith({ module: 'nodenext', outDir: 'out', rootDir: '.' }),
    'tsconfig.bundler.json': settingsWith({ module: 'esnext', moduleResolution: 'bundler', noEmit: true }),
  });
});
afterAll(() => project.remove());

test('the documentation contains all files of the project', () => {
  expect(Object.keys({ ...inTests, ...inPrograms }).sort()).toEqual([
    'gate.ts',
    'in-steps.ts',
    'src/app.ts',
    'test/api.test.ts',
    'test/profile.ts',
    'test/with-fastify.ts',
  ]);
  expect(broken).not.toBe(sound);
});

describe('as a library', () => {
  test('has types that bundlers resolve', async () => {
    expect(await project.tsc('-p', 'tsconfig.bundler.json')).toEqual({ code: 0, said: '' });
  });

  test('compiles a program that passes for a correct service and fails for one with a fault', async () => {
    expect(await project.tsc()).toEqual({ code: 0, said: '' });
    const { url } = await startDemoService();
    const open = await project.node('out/in-steps.js', url);
    expect(open).toEqual({
      code: 0,
      said: expect.stringMatching(/^permission deletes, at most 20000 requests\n\[1\/\d+\] held /),
    });
    const faulty = await startDemoService({ fault: 'get-bumps-a-counter' });
    const closed = await project.node('out/gate.js', faulty.url);
    expect(closed.code).toBe(1);
    expect(closed.said).toMatch(/^safety\/get-does-not-change-the-item \[orders\]: GET changed the item that it read/);
    expect(closed.said).toMatch(/^ {2}\$ ID=\$\(curl .*\/orders/m);
    expect(closed.said).toMatch(/^seed \d+, \d+ requests, failed\n {2}- violated MUST: .*\n$/m);
  });
});

describe('in a test run', () => {
  test('passes for a correct service, fails with the counterexample for one with a fault, and ends', async () => {
    const { code, said } = await project.vitest('--reporter=verbose');
    expect(code).toBe(1);
    expect(said).toMatch(/ ✓ test\/api\.test\.ts > assay > safety\/get-does-not-change-the-item \[tasks\]/);
    expect(said).toMatch(/ ✓ test\/api\.test\.ts > assay > the run as a whole/);
    expect(said).toMatch(
      / ↓ test\/api\.test\.ts > assay > idempotency\/put-is-acknowledged \[tasks\].*not-applicable: (?!need)/,
    );
    expect(said).toMatch(/Tests {2}1 failed \| \d{2} passed \| \d+ skipped/);
    const failure = said.slice(said.indexOf(' FAIL  test/broken'));
    expect(failure).toMatch(
      /^ FAIL {2}test\/broken\.test\.ts > assay > safety\/get-does-not-change-the-item \[tasks\]\nViolation: /,
    );
    expect(failure).toContain('case       {"body":{"title":"a"}');
    expect(failure).toMatch(/^ {2}\$ curl -sS -i 'http:\/\/127\.0\.0\.1:\d+\/tasks\/'"\$ID"$/m);
    expect(failure).toMatch(/^- {3}"\/views": 1,\n\+ {3}"\/views": \d,$/m);
    expect(failure).toMatch(/test\/broken\.test\.ts:5:\d+\n/);
    // An error before the audit is reported once, for the file.
    expect(said).toMatch(
      /FAIL {2}test\/nobody\.test\.ts .*\nUnreachableError: http:\/\/127\.0\.0\.1:1 cannot be reached/,
    );
  });

  test('does not check a rule whose test is filtered out by name', async () => {
    project.write({
      'test/api.test.ts': (inTests['test/api.test.ts'] ?? '').replace(
        'profile });',
        "profile, onReport: ({ run, requests }) => console.log('only', run.only, requests > 0) });",
      ),
    });
    const { code, said } = await project.vitest('-t', 'creation/created-item-is-readable', 'test/api.test.ts');
    expect([code, said]).toEqual([0, expect.stringContaining("only [ 'creation/created-item-is-readable' ] true")]);
    expect(said).toMatch(/Tests {2}1 passed \| \d+ skipped/);
  });
});
