import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { startFaultyService } from './faulty-service.js';

/** The reports of which there are pictures. */
export type ReportName = 'sound' | 'fault' | 'five' | 'fifty';

const rules = [
  'absence/missing-item-answers-404',
  'absence/delete-of-a-missing-item-answers-404',
  'validation/malformed-json-answers-400',
  'creation/valid-post-answers-201',
  'safety/get-does-not-change-the-item',
];

/** Writes reports below a folder, and returns their addresses: the demo without and with a fault, five faults, and 50 collections. */
export async function createReports(folder: string): Promise<Record<ReportName, string>> {
  const [sound, fault, five, fifty] = await Promise.all([
    createReport(folder, 'sound', ['demo']),
    createReport(folder, 'fault', ['demo', '--fault', 'get-bumps-a-counter']),
    auditNotes(folder, 'five', 1),
    auditNotes(folder, 'fifty', 50),
  ]);
  return { sound, fault, five, fifty };
}

async function auditNotes(folder: string, name: ReportName, count: number): Promise<string> {
  const service = await startFaultyService(count);
  try {
    return await createReport(folder, name, ['run', service.url, '--cases', '2', '--only', ...rules]);
  } finally {
    await service.close();
  }
}

async function createReport(folder: string, name: ReportName, args: readonly string[]): Promise<string> {
  const bin = fileURLToPath(
    new URL(import.meta.url.endsWith('.ts') ? '../../bin/assay.js' : '../../../bin/assay.js', import.meta.url),
  );
  const cwd = join(folder, name);
  mkdirSync(cwd);
  const flags = ['--seed', '1', '--quiet', '--format', 'json,html'];
  const child = spawn(process.execPath, [bin, ...args, ...flags], { cwd, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  await once(child, 'close');
  const file = join(cwd, 'reports/report.html');
  if (!existsSync(file)) throw new Error(`no report of ${name} was written: ${complaint}`);
  return pathToFileURL(file).href;
}
