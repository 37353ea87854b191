import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dryRunAudit } from '../../src/audit/dry-run.js';
import { draftProfile } from '../../src/init/draft-profile.js';
import { writeYamlProfile } from '../../src/init/write/write-profile.js';
import type { LoadProfileOptions } from '../../src/profile/load-options.js';
import { loadProfile } from '../../src/profile/load-profile.js';

/** Writes the profile that `assay init` drafts for a service to a temporary file; returns its path. */
export async function draftService(options: LoadProfileOptions): Promise<string> {
  const profile = await loadProfile(options);
  const { survey, exclusions } = await dryRunAudit(profile);
  const { text } = writeYamlProfile(draftProfile({ survey, exclusions, profile }), undefined);
  const file = join(mkdtempSync(join(tmpdir(), 'assay-draft-')), 'assay.yaml');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}
