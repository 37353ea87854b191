import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Profile } from '../model/profile/profile.js';
import { ProfileError } from '../model/profile/profile-error.js';
import type { AimOptions } from './load-options.js';
import { aim } from './load-profile.js';

/** A folder with these files, gone when the test is over. */
export function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'target-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** The profile that comes of one `assay.yaml`. */
export const aimAt = (yaml: string, options: Partial<AimOptions> = {}): Promise<Profile> =>
  aim({ cwd: folderWith({ 'assay.yaml': yaml }), env: {}, ...options });

/** The lines in which `aim` complains. */
export async function complaints(aiming: Promise<Profile>): Promise<readonly string[]> {
  const outcome = await aiming.catch((error: unknown) => error);
  if (outcome instanceof ProfileError) return outcome.problems;
  throw new Error('no complaint was made', { cause: outcome });
}
