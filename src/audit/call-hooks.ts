import type { Profile } from '../model/profile/profile.js';
import { ProfileError } from '../model/profile/profile-error.js';
import type { Report } from '../model/result/report.js';

/** Calls `beforeRun` of the profile. Throws {@link ProfileError} if it fails, so that nothing is sent. */
export async function callBeforeRun({ hooks, file, baseUrl, permit }: Profile): Promise<void> {
  try {
    await hooks?.beforeRun?.({ baseUrl, permit });
  } catch (error) {
    throw new ProfileError([{ file: file ?? 'profile', message: `hooks.beforeRun failed: ${getMessage(error)}` }]);
  }
}

/** Calls `afterRun` of the profile. What fails there is a warning of the process: the report counts. */
export async function callAfterRun({ hooks }: Profile, report: Report): Promise<void> {
  try {
    await hooks?.afterRun?.(report);
  } catch (error) {
    process.emitWarning(`hooks.afterRun failed: ${getMessage(error)}`, { type: 'AssayWarning' });
  }
}

const getMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
