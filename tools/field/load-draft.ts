import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dryRunAudit } from '../../src/audit/dry-run.js';
import { draftProfile } from '../../src/init/draft-profile.js';
import { writeYamlProfile } from '../../src/init/write/write-profile.js';
import type { Profile } from '../../src/model/profile/profile.js';
import type { LoadProfileOptions } from '../../src/profile/load-options.js';
import { loadProfile } from '../../src/profile/load-profile.js';

/** Loads the profile that `assay init` drafts for a service from a temporary file. */
export async function loadDraft(options: LoadProfileOptions): Promise<Profile> {
  const profile = await loadProfile(options);
  const { survey, exclusions } = await dryRunAudit(profile);
  const { text } = writeYamlProfile(draftProfile({ survey, exclusions, profile }), undefined);
  const folder = mkdtempSync(join(tmpdir(), 'assay-draft-'));
  const file = join(folder, 'assay.yaml');
  try {
    writeFileSync(file, text, { mode: 0o600 });
    return await loadProfile({ ...options, file });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
