import { basename } from 'node:path';
import type { Profile } from '../../../model/profile/profile.js';
import { UsageError } from '../../../model/profile/usage-error.js';
import type { Report, Result } from '../../../model/result/report.js';
import { isHostNamed } from '../../../profile/connection/named-host.js';
import type { LoadProfileOptions } from '../../../profile/load-options.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { loadRuleSet } from '../../../rule-set/load-rule-set.js';
import type { AccessFlags } from '../../options/access-options.js';
import { baseUrlVariable } from '../../options/environment.js';
import type { RunFlags } from '../../options/run-options.js';
import type { ServiceFlags } from '../../options/service-options.js';
import { quoteForShell } from '../clean/describe-cleanup.js';
import { loadRunProfile } from '../run/load-run-profile.js';

/** What the user of a replay specified. */
export interface ReplayChoices
  extends AccessFlags,
    ServiceFlags,
    Pick<RunFlags, 'profile' | 'rules' | 'permit' | 'yes'> {
  readonly baseUrl?: string;
  /** Whether credentials or the permission come from environment variables, which were not set for this report. */
  readonly isAmbient?: boolean;
}

/**
 * Creates the profile of a replay. A report is not trusted: it cannot name files with credentials or code, send credentials
 * to another machine, or permit writes there. The user has to specify all of these. Throws UsageError and ProfileError.
 */
export async function loadReplayProfile(
  { target, run }: Report,
  flags: RunFlags,
  said: ReplayChoices,
  at: Pick<LoadProfileOptions, 'cwd' | 'env'>,
): Promise<Profile> {
  // An address that holds a secret is not written down; the profile knows it.
  const isHidden = target.baseUrl.includes('${') && flags.profile !== undefined;
  const place = said.baseUrl ?? (isHidden ? undefined : target.baseUrl);
  const profile = await loadRunProfile(flags, place, at);
  refuseUnnamedProfile(run, profile, said);
  if (place !== undefined && said.baseUrl === undefined) refuseUnknownHost(place, profile, said, at);
  if (!profile.isLoopback || said.permit !== undefined) return profile;
  return loadRunProfile({ ...flags, permit: run.permit }, place, at);
}

const distrustReason = 'a report is not trusted';

/** Without its profile, the run would be a different one, and could report a violation as gone that is not. */
export function refuseUnnamedProfile(
  { profile: named }: Report['run'],
  { file }: Pick<Profile, 'file'>,
  said: ReplayChoices,
): void {
  if (named === undefined || said.profile !== undefined) return;
  if (file !== undefined && basename(file) === basename(named)) return;
  throw new UsageError(
    `the run used the profile ${escapeControlCharacters(named)}; ${distrustReason}, so name the profile: --profile ${escapeControlCharacters(basename(named))}`,
  );
}

/** Rules are code, and ${why}: this names the folders of the rules and never loads them. */
export async function refuseUnknownRule(
  { rule }: Pick<Result, 'rule'>,
  { ruleFolders = [] }: Report['run'],
  folders: readonly string[],
): Promise<void> {
  const { rules } = await loadRuleSet(folders);
  if (rules.some(({ id }) => id === rule)) return;
  const hint = ruleFolders.map((folder) => ` --rules ${escapeControlCharacters(quoteForShell(folder))}`).join('');
  throw new UsageError(
    `no rule here is called ${escapeControlCharacters(JSON.stringify(rule))}${hint && `; rules are code, and ${distrustReason}: to load the rules of this report, add${hint}`}`,
  );
}

function refuseUnknownHost(
  place: string,
  { file, isLoopback }: Profile,
  { isAmbient = false }: ReplayChoices,
  { cwd, env }: Pick<LoadProfileOptions, 'cwd' | 'env'>,
): void {
  if (isLoopback || (file === undefined && !isAmbient)) return;
  if (isHostNamed({ file, baseUrl: env[baseUrlVariable], cwd, env }, place)) return;
  throw new UsageError(
    `the base URL ${escapeControlCharacters(place)} comes from the report only, and ${distrustReason}; to send your credentials and permitted writes there, add --base-url ${escapeControlCharacters(place)}`,
  );
}
