import { execFile, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { binPath } from './assay.fixture.js';

const checkout = fileURLToPath(new URL('../../', import.meta.url));

/** How a command of the project ended. */
export interface ScriptResult {
  readonly code: number;
  /** All that it wrote. */
  readonly said: string;
}

/** A project of a user, in which the package is installed as it would be published. */
export interface InstalledProject {
  readonly folder: string;
  write(files: Readonly<Record<string, string>>): void;
  /** Runs a script of Node in it, with nothing of this process' settings but PATH. */
  node(...args: readonly string[]): Promise<ScriptResult>;
  /** Checks types, or compiles, by the settings of the project and these. */
  tsc(...args: readonly string[]): Promise<ScriptResult>;
  vitest(...args: readonly string[]): Promise<ScriptResult>;
  remove(): void;
}

/** Packs what was built, and installs it: dependencies are those of the checkout, so that nothing is fetched. */
export function installProject(): InstalledProject {
  const folder = mkdtempSync(join(tmpdir(), 'assay-outside-'));
  const write: InstalledProject['write'] = (files) => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
  };
  write({ 'package.json': JSON.stringify({ name: 'shop', private: true, type: 'module' }) });
  installPackage(folder);
  const node: InstalledProject['node'] = (...args) =>
    new Promise((done) => {
      const env = { PATH: process.env.PATH, NO_COLOR: '1' };
      execFile(process.execPath, args, { cwd: folder, env, maxBuffer: 1e8 }, (error, stdout, stderr) =>
        done({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr }),
      );
    });
  return {
    folder,
    write,
    node,
    tsc: (...args) => node(join(checkout, 'node_modules/typescript/bin/tsc'), ...args),
    vitest: (...args) => node('node_modules/vitest/vitest.mjs', 'run', '--dir', 'test', ...args),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function installPackage(folder: string): void {
  const into = join(folder, 'node_modules');
  mkdirSync(into);
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel', 'silent', '--pack-destination', folder];
  const [packed] = JSON.parse(execFileSync('npm', args, { cwd: resolve(dirname(binPath), '..'), encoding: 'utf8' }));
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
  execFileSync('mv', [join(folder, 'package'), join(into, 'assay')]);
  const { dependencies } = JSON.parse(readFileSync(join(into, 'assay/package.json'), 'utf8'));
  mkdirSync(join(into, '@types'));
  for (const name of [...Object.keys(dependencies), 'vitest', '@types/node'])
    symlinkSync(join(checkout, 'node_modules', name), join(into, name));
}

/** The files that a page of the documentation shows, under the names it gives them. */
export function extractPageFiles(page: string): Record<string, string> {
  const text = readFileSync(join(checkout, 'docs', page), 'utf8');
  const blocks = text.matchAll(/```ts\n\/\/ (\S+)\n([\s\S]*?)```/g);
  return Object.fromEntries([...blocks].map(([, name = '', code = '']) => [name, code]));
}
