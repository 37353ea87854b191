import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getRecordFile, getTargetFolder, readRecord } from '../fleet-state.js';
import { reportFiles } from './fetch-results.js';
import type { StoreCopy } from './store-copy.js';

/**
 * Writes the files of a target to the store, and its record as the last: a record in the store is that of a complete result.
 * Throws UsageError and UnreachableError.
 */
export async function sendTarget({ store, folder, ...copy }: StoreCopy, target: string): Promise<void> {
  const own = getTargetFolder(folder, target);
  const files = listFiles(own);
  const names = new Set(files.map(copy.toName));
  // A report of an earlier run must not pass for that of this one.
  for (const name of await store.list(`${copy.toName(own)}/`)) if (!names.has(name)) await store.remove(name);
  for (const file of files) await copy.send(file);
  const record = readRecord(folder, target);
  await copy.send(getRecordFile(folder, target));
  if (record !== undefined) copy.addSent(record.run, target);
}

/** The files of a target; those from which the report of the fleet is built are the last. */
function listFiles(folder: string): string[] {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.part'))
    .map((entry) => join(entry.parentPath, entry.name));
  const reports = reportFiles.map((name) => join(folder, name)).filter((file) => files.includes(file));
  return [...files.filter((file) => !reports.includes(file)), ...reports];
}
