import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestFolder } from './assay.fixture.js';
import { installProject } from './installed-project.fixture.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Packed {
  readonly filename: string;
  readonly shasum: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Packs what was built, without building it again. */
function pack(into: string): Packed {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel', 'silent', '--pack-destination', into];
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: root, encoding: 'utf8' })) as Packed[];
  if (packed === undefined) throw new Error('npm packed nothing');
  return packed;
}

/** What a user writes with each entry. The expected errors show that no type is `any`. */
const users: Readonly<Record<string, string>> = {
  assay: `
    import { assay, defineConfig, type Report } from 'assay';
    export default defineConfig({ baseUrl: 'http://127.0.0.1:3000', limits: { cases: 5 } });
    // @ts-expect-error
    defineConfig({ baseUrl: 3000 });
    const report: Report = await assay({ baseUrl: 'http://127.0.0.1:3000', seed: 1 });
    console.log(report.results.map(({ rule, verdict }) => rule + verdict));
    // @ts-expect-error
    console.log(report.result);
  `,
  'assay/rule': `
    import { assume, defineRule, held, http, needs, values, violated } from 'assay/rule';
${readFileSync(join(root, 'suites/_template.ts'), 'utf8').replace(/^import .*$/m, '')}
    // @ts-expect-error
    defineRule({ clause: 'RES-01' });
  `,
  'assay/fleet': `
    import { loadFleet, runFleet } from 'assay/fleet';
    const { exit, report } = await runFleet(loadFleet('fleet.json', process.cwd()), { out: 'reports' });
    process.exitCode = exit;
    console.log(report?.targets.map(({ status }) => status));
    // @ts-expect-error
    console.log(report?.target);
  `,
  ...Object.fromEntries(
    ['vitest', 'node-test', 'jest'].map((runner) => [
      `assay/${runner}`,
      `
        import { conformance } from 'assay/${runner}';
        await conformance({ baseUrl: 'http://127.0.0.1:3000', only: ['safety/*'] });
        // @ts-expect-error
        await conformance({ baseUrl: 3000 });
      `,
    ]),
  ),
};

describe('the package', () => {
  let packed: Packed;
  let unpacked: string;
  const paths = () => packed.files.map(({ path }) => path);
  const within = (folder: string) => paths().filter((path) => path.startsWith(folder));

  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'assay-'));
    packed = pack(folder);
    execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
    unpacked = join(folder, 'package');
    return () => rmSync(folder, { recursive: true });
  });

  test('contains the files that run, and no others', () => {
    const tops = new Set(paths().map((path) => path.split('/')[0]));
    expect([...tops].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin',
      'dist',
      'docs',
      'package.json',
      'src',
      'suites',
    ]);
    expect([...within('src/'), ...within('suites/'), ...within('bin/')].sort()).toEqual(
      [
        'bin/assay.js',
        'src/fleet/fleet.schema.json',
        'src/profile/profile.schema.json',
        ...readdirSync(join(root, 'src/report/html/script')).map((name) => `src/report/html/script/${name}`),
        ...readdirSync(join(root, 'src/report/html/style')).map((name) => `src/report/html/style/${name}`),
        'src/report/json/report.schema.json',
        'suites/convention.md',
      ].sort(),
    );
    expect(
      within('dist/').filter((path) => !/^dist\/(bundle\/.*(\.js|-LICENSE)|types\/.*\.d\.ts)$/.test(path)),
    ).toEqual([]);
    const unshipped = /\.(test|fixture)\.|\/(fixtures|samples|report-samples|hostile|bench|field)\/|_template/;
    expect(paths().filter((path) => unshipped.test(path))).toEqual([]);
    expect(packed.size).toBeLessThan(1_300_000);
    expect(packed.files.length).toBeLessThanOrEqual(120);
  });

  test('contains everything that its files import, and imports no development dependency', () => {
    const known = new Set(paths());
    const { dependencies, peerDependencies, imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const missing = paths()
      .filter((path) => path.endsWith('.js'))
      .flatMap((path) =>
        importsOf(readFileSync(join(unpacked, path), 'utf8')).map((to) => ({ path, to, file: fileOf(path, to) })),
      )
      .filter(({ to, file }) => {
        if (file !== undefined) return !known.has(file);
        const name = to
          .split('/')
          .slice(0, to.startsWith('@') ? 2 : 1)
          .join('/');
        return (
          !to.startsWith('node:') &&
          ![dependencies, peerDependencies, imports].some((given) => Object.hasOwn(given, name))
        );
      });
    expect(missing).toEqual([]);
  });

  test('contains what its exports and its types name', () => {
    const { exports, bin } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const named = JSON.stringify([exports, bin]).matchAll(/:"(?:\.\/)?([^":]+)"/g);
    expect([...named].map(([, path]) => path).filter((path) => !paths().includes(path ?? ''))).toEqual([]);
    const untyped = within('dist/')
      .filter((path) => path.endsWith('.d.ts'))
      .flatMap((path) =>
        importsOf(readFileSync(join(unpacked, path), 'utf8'))
          .map((to) => fileOf(path, to)?.replace(/\.js$/, '.d.ts'))
          .filter((file) => file !== undefined && !paths().includes(file)),
      );
    expect(untyped).toEqual([]);
  });

  test('resolves the id of the schema of profiles, whose references need no other file', () => {
    const resolve = createRequire(join(unpacked, 'bin/assay.js'));
    const text = readFileSync(join(root, 'src/profile/profile.schema.json'), 'utf8');
    expect(resolve(JSON.parse(text).$id)).toEqual(JSON.parse(text));
    expect([...text.matchAll(/"\$ref": "([^"]*)"/g)].filter(([, to = '']) => !to.startsWith('#'))).toEqual([]);
  });

  test('has one copy of each module, which all entries share', () => {
    const places = within('dist/bundle/').flatMap((path) =>
      [...readFileSync(join(unpacked, path), 'utf8').matchAll(/^\/\/ ((?:src|suites)\/\S+\.ts)$/gm)].map(
        ([, source]) => source,
      ),
    );
    expect(places).toEqual(expect.arrayContaining(['src/rule/finding.ts', 'src/cli/main.ts', 'src/audit.ts']));
    expect(places.filter((source, i) => places.indexOf(source) !== i)).toEqual([]);
  });

  test('exports from its bundle what its sources export, and nothing else', async () => {
    for (const entry of ['src/index', 'src/rule/index', 'src/fleet/index'])
      expect(Object.keys(await import(join(root, `dist/bundle/${entry}.js`))).sort(), entry).toEqual(
        Object.keys(await import(join(root, `${entry}.ts`))).sort(),
      );
  });

  test('contains the build of the current sources, and none of deleted ones', () => {
    const built = createTestFolder();
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', built], { cwd: root });
    execFileSync(process.execPath, [join(root, 'tools/bundle/main.mjs'), join(built, 'bundle')]);
    execFileSync(process.execPath, [join(root, 'tools/bundle/types.mjs'), built]);
    const differing = within('dist/').filter((path) => {
      const fresh = join(built, path.slice('dist/'.length));
      return !existsSync(fresh) || hashOf(fresh) !== hashOf(join(unpacked, path));
    });
    expect(differing).toEqual([]);
  });

  test('has the same octets when it is packed again', () => {
    expect(pack(createTestFolder()).shasum).toBe(packed.shasum);
  });

  test('runs in an empty folder', () => {
    symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules'));
    const cwd = createTestFolder();
    const args = [join(unpacked, 'bin/assay.js'), 'demo', '--only', 'CRE-01', '--cases', '1', '--quiet'];
    const env = { PATH: process.env.PATH };
    expect(execFileSync(process.execPath, args, { cwd, env, encoding: 'utf8' })).toMatch(/^Passed: .* \(exit 0\)\n$/);
  });
});

describe('the types of the package', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly types: string }>;
  };
  const typed = Object.keys(exports).filter((name) => typeof exports[name] === 'object');

  test("of each entry suit a project in Node's modules, which checks them, too", { timeout: 60_000 }, async () => {
    expect(typed.map((name) => name.replace(/^\./, 'assay')).sort()).toEqual(Object.keys(users).sort());
    const project = installProject();
    onTestFinished(() => project.remove());
    const compilerOptions = { target: 'es2022', module: 'nodenext', strict: true, types: ['node'], noEmit: true };
    project.write({
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
      ...Object.fromEntries(Object.entries(users).map(([name, text]) => [`${name.replace('/', '-')}.ts`, text])),
    });
    expect(await project.tsc()).toEqual({ code: 0, said: '' });
  });
});

describe('the lockfile', () => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<
      string,
      { integrity?: string; resolved?: string; link?: boolean; hasInstallScript?: boolean; dev?: boolean }
    >;
  };
  const locked = Object.entries(lock.packages).filter(([path]) => path !== '');

  test('has an integrity hash for every package', () => {
    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  });

  test('names only the public registry', () => {
    const elsewhere = locked.filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(elsewhere).toEqual([]);
  });

  test('contains no dependency with an installation script', () => {
    expect(locked.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)).toEqual([]);
  });
});

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** What a compiled module or its types import: statically, again, or when they get there. */
function importsOf(text: string): string[] {
  // Types in comments of a library import files that it was bundled from.
  const found = text
    .replaceAll(/^\s*\*.*$/gm, '')
    .matchAll(
      /^(?:import|export)\s(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|\b(?:import|require(?:\$\d)?)\(['"]([^'"]+)['"]\)/gm,
    );
  return [...found].map(([, plain, dynamic]) => plain ?? dynamic ?? '');
}

/** The file of the package that a relative import means; undefined for any other. */
function fileOf(from: string, to: string): string | undefined {
  if (!to.startsWith('.')) return undefined;
  return join(from, '..', to);
}
