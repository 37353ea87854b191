import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writePrivateFile } from '../../../http/private-file.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import { formats } from '../../../report/formats.js';
import { render } from '../../../report/render.js';
import { readReport } from '../../files/read-report.js';

/** Opens the page of a report in a browser; writes the page first if the run did not. Throws UsageError. */
export async function openReport(file: string): Promise<void> {
  const page = resolve(findPage(file));
  const url = pathToFileURL(page).href;
  process.stdout.write(`${url}\n`);
  await openInBrowser(url);
}

/** Throws UsageError if no browser can be started. */
export async function openInBrowser(url: string): Promise<void> {
  const [program = '', ...args] = chooseOpener(process.platform, process.env);
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new UsageError(`${program} cannot be started: ${(error as Error).message}; open the page above in a browser`);
  }
  child.unref();
}

function findPage(file: string): string {
  if (file.endsWith('.html')) {
    if (!existsSync(file)) throw new UsageError(`${file}: no such file; give the report.json of a run`);
    return file;
  }
  const report = readReport(file);
  const page = join(dirname(file), formats.html);
  if (!existsSync(page)) writePrivateFile(page, render(report, 'html'));
  return page;
}

/** The command that opens a URL; `BROWSER` decides, as in other tools. */
export function chooseOpener(platform: NodeJS.Platform, env: Readonly<Record<string, string | undefined>>): string[] {
  if (env.BROWSER) return [env.BROWSER];
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}
