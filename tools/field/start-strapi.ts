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
  process.once('exit', removeScratch);
  try {
    const strapi = await startProcess(process.execPath, [join(folder, 'serve.mjs')], {
      DOCUMENT_FILE: document,
      // Its copy is removed even if it does not end in time and is killed.
      TMPDIR: scratch,
    });
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

/** Whether Strapi is installed, with the bindings of SQLite that were compiled for this machine. */
export function isStrapiInstalled(): boolean {
  return existsSync(join(folder, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'));
}

/** Of all install scripts the command runs only that of the SQLite bindings, which compiles them. */
function install(): void {
  if (isStrapiInstalled()) return;
  const { status, signal } = spawnSync('npm', ['run', '--silent', 'field:install-cms'], {
    cwd: repositoryRoot,
    stdio: ['ignore', 2, 2],
    timeout: 10 * 60_000,
  });
  if (status !== 0) throw new Error(`npm run field:install-cms ended with ${signal ?? status}`);
}
