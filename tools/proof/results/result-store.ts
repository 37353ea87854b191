import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JobOutcome } from '../jobs/outcome.js';

/** A result as it is written. */
export interface StoredResult extends JobOutcome {
  /** The name of the job, for readers. */
  readonly name: string;
  readonly seconds: number;
}

/** Results on disk, one file for each key. */
export interface ResultStore {
  /** The result of a key; nothing where there is none, or none that can be read. */
  read(key: string): StoredResult | undefined;
  write(key: string, result: StoredResult): void;
}

/** Days after which a result that was not read any more is removed. */
const maxAgeDays = 30;

/** Opens a folder of results, which is created where it is missing, and removes old ones. */
export function openResultStore(folder: string): ResultStore {
  mkdirSync(folder, { recursive: true });
  removeOldResults(folder);
  const fileOf = (key: string) => join(folder, `${key}.json`);
  return {
    read(key) {
      try {
        const result = JSON.parse(readFileSync(fileOf(key), 'utf8')) as StoredResult;
        const now = new Date();
        utimesSync(fileOf(key), now, now);
        return result;
      } catch {
        return undefined;
      }
    },
    write(key, result) {
      const unfinished = join(folder, `${key}.${process.pid}.tmp`);
      writeFileSync(unfinished, `${JSON.stringify(result)}\n`);
      renameSync(unfinished, fileOf(key));
    },
  };
}

function removeOldResults(folder: string): void {
  const oldest = Date.now() - maxAgeDays * 24 * 60 * 60 * 1000;
  for (const name of readdirSync(folder)) {
    if (!/^[0-9a-f]{40}\.(json|\d+\.tmp)$/.test(name)) continue;
    const file = join(folder, name);
    if (statSync(file).mtimeMs < oldest) rmSync(file);
  }
}
