import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { repositoryRoot } from './repository-root.js';
import type { RunningService } from './service.js';
import { startProcess } from './start-process.js';

const folder = join(repositoryRoot, 'field/cms');

/** Installs Strapi where that was not done before, and starts it; its token and its document are variables of the profile. */
export async function startStrapi(): Promise<RunningService> {
  install();
  const scratch = mkdtempSync(join(tmpdir(), 'field-cms-'));
  const document = join(scratch, 'openapi.json');
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true });
  try {
    const strapi = await startProcess(process.execPath, [join(folder, 'serve.mjs')], { DOCUMENT_FILE: document });
    return {
      url: strapi.url,
      env: { CMS_TOKEN: strapi.token ?? '', CMS_DOCUMENT: document },
      close: () => strapi.close().finally(removeScratch),
    };
  } catch (reason) {
    removeScratch();
    throw reason;
  }
}

/** Of all install scripts only that of the SQLite bindings is run: they are compiled here. */
function install(): void {
  if (existsSync(join(folder, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'))) return;
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  runNpm(['install', '--ignore-scripts', '--no-package-lock', ...quiet]);
  runNpm(['rebuild', 'better-sqlite3', ...quiet], { npm_config_build_from_source: 'true' });
}

function runNpm(args: readonly string[], env: Readonly<Record<string, string>> = {}): void {
  const { status, signal } = spawnSync('npm', args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 2, 2],
    timeout: 6 * 60_000,
  });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} in field/cms ended with ${signal ?? status}`);
}
