import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

/**
 * Reads the variables of `.env` in a folder, for `${VARIABLES}` of the profile only: variables that set options of the
 * command line are left out. No variables when there is no such file.
 */
export function readEnvFile(folder: string): Readonly<Record<string, string | undefined>> {
  try {
    const all = parseEnv(readFileSync(join(folder, '.env'), 'utf8'));
    return Object.fromEntries(Object.entries(all).filter(([name]) => !name.startsWith('ASSAY_')));
  } catch {
    return {};
  }
}
