import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tableOf } from './table.mjs';

const here = import.meta.dirname;
const root = join(here, '../..');
const reports = join(root, 'reports/field-cms');
const scratch = mkdtempSync(join(tmpdir(), 'field-cms-'));
const document = join(scratch, 'openapi.json');
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

install();
const { url, token, cms } = await started();
try {
  audit(url, token);
  console.log(tableOf(JSON.parse(readFileSync(join(reports, 'report.json'), 'utf8'))));
} finally {
  cms.kill('SIGTERM');
}

/** Strapi and SQLite's bindings, which are built here: of all install scripts only theirs is needed. */
function install() {
  if (existsSync(join(here, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node'))) return;
  const quietly = ['--no-audit', '--no-fund', '--loglevel', 'error'];
  done('npm', ['install', '--ignore-scripts', '--no-package-lock', ...quietly], { cwd: here, minutes: 6 });
  done('npm', ['rebuild', 'better-sqlite3', ...quietly], {
    cwd: here,
    env: { ...process.env, npm_config_build_from_source: 'true' },
    minutes: 4,
  });
}

/** Strapi, once it says where it is and with which token it may be used. */
async function started() {
  const cms = spawn(process.execPath, [join(here, 'serve.mjs')], {
    env: { ...process.env, PORT: '0', DOCUMENT_FILE: document },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const giveUp = setTimeout(() => cms.kill('SIGTERM'), 60_000);
  let printed = '';
  const [url, token] = await new Promise((found, failed) => {
    cms.once('close', () => failed(new Error(`Strapi ended before it listened:\n${printed}`)));
    cms.stdout.on('data', (chunk) => {
      printed = `${printed}${chunk}`.slice(-10_000);
      const line = /^(http:\S+) (\S+)\n/m.exec(printed);
      if (line) found(line.slice(1));
    });
  });
  clearTimeout(giveUp);
  return { url, token, cms };
}

function audit(url, token) {
  const flags = ['--profile', join(here, 'assay.yaml'), '--seed', '1', '--max-time', '200', '--out', reports];
  const { status } = spawnSync(process.execPath, [join(root, 'bin/assay.js'), 'run', url, ...flags], {
    cwd: scratch,
    env: { ...process.env, CMS_TOKEN: token, CMS_DOCUMENT: document },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 240_000,
  });
  if (status !== 0 && status !== 1) throw new Error(`the audit ended with ${status}`);
}

function done(command, args, { minutes, ...options }) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', timeout: minutes * 60_000, ...options });
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')} ended with ${status ?? 'no status: it took too long'}`);
}
