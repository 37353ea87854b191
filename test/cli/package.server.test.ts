import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { createTestFolder } from './assay.fixture.js';

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

  test('holds what runs, and nothing else', () => {
    const tops = new Set(paths().map((path) => path.split('/')[0]));
    expect([...tops].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'bin',
      'dist',
      'package.json',
      'src',
      'suites',
    ]);
    expect([...within('src/'), ...within('suites/'), ...within('bin/')].sort()).toEqual(
      [
        'bin/assay.js',
        'src/profile/profile.schema.json',
        ...readdirSync(join(root, 'src/report/html/script')).map((name) => `src/report/html/script/${name}`),
        ...readdirSync(join(root, 'src/report/html/style')).map((name) => `src/report/html/style/${name}`),
        'src/report/json/report.schema.json',
        'suites/convention.md',
      ].sort(),
    );
    expect(within('dist/').filter((path) => !/\.(js|d\.ts|schema\.json)$/.test(path))).toEqual([]);
    const tools = /\.(test|fixture)\.|^dist\/(test|tools)\b|\/fixtures\/|_template/;
    expect(paths().filter((path) => tools.test(path))).toEqual([]);
    expect(packed.size).toBeLessThan(1_500_000);
  });

  test('holds everything that its files import, and no import of what only builds it', () => {
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

  test('holds what its sources say, and nothing of sources that are gone', () => {
    const built = createTestFolder();
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', built], { cwd: root });
    const differing = within('dist/').filter((path) => {
      const fresh = join(built, path.slice('dist/'.length));
      return !existsSync(fresh) || hashOf(fresh) !== hashOf(join(unpacked, path));
    });
    expect(differing).toEqual([]);
  });

  test('is the same octets each time', () => {
    expect(pack(createTestFolder()).shasum).toBe(packed.shasum);
  });

  test('runs in an empty folder', () => {
    symlinkSync(join(root, 'node_modules'), join(unpacked, 'node_modules'));
    const cwd = createTestFolder();
    const args = [join(unpacked, 'bin/assay.js'), 'demo', '--only', 'CRE-01', '--cases', '1', '--quiet'];
    expect(execFileSync(process.execPath, args, { cwd, encoding: 'utf8' })).toBe('Passed (exit 0)\n');
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

  test('pins the content of everything', () => {
    expect(locked.length).toBeGreaterThan(100);
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([path]) => path)).toEqual([]);
  });

  test('names no host but the public registry', () => {
    const elsewhere = locked.filter(
      ([, { resolved }]) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
    );
    expect(elsewhere).toEqual([]);
  });

  test('runs nothing at the installation of what the package needs', () => {
    expect(locked.filter(([, { hasInstallScript, dev }]) => hasInstallScript && !dev)).toEqual([]);
  });
});

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

/** What a compiled module imports: statically, again, or when it gets there. */
function importsOf(text: string): string[] {
  const found = text.matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm);
  return [...found].map(([, plain, dynamic]) => plain ?? dynamic ?? '');
}

/** The file of the package that a relative import means; undefined for any other. */
function fileOf(from: string, to: string): string | undefined {
  if (!to.startsWith('.')) return undefined;
  return join(from, '..', to);
}
