import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Profile } from '../model/profile/profile.js';
import { ProfileError } from '../model/profile/profile-error.js';
import type { LoadProfileOptions } from './load-options.js';
import { loadProfile } from './load-profile.js';

/** A folder with these files, gone when the test is over. */
export function createProfileFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** The profile that comes of one `assay.yaml`. */
export const loadYamlProfile = (yaml: string, options: Partial<LoadProfileOptions> = {}): Promise<Profile> =>
  loadProfile({ cwd: createProfileFolder({ 'assay.yaml': yaml }), env: {}, ...options });

/** The lines in which `aim` complains. */
export async function listProblems(aiming: Promise<Profile>): Promise<readonly string[]> {
  const outcome = await aiming.catch((error: unknown) => error);
  if (outcome instanceof ProfileError) return outcome.problems;
  throw new Error('no complaint was made', { cause: outcome });
}
