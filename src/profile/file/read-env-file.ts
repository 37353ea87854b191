import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/** Reads the `.env` of a folder, if there is one, without variables that set options of the command line. */
export function readEnvFile(folder: string): Readonly<Record<string, string | undefined>> {
  try {
    const all = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
    return Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('ASSAY_')));
  } catch {
    return {};
  }
}
