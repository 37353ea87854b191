import { basename } from 'node:path';
import type { Permission } from '../../../model/permission.js';
import type { Profile } from '../../../model/profile/profile.js';
import type { Report, Result } from '../../../model/result/report.js';
import { isHostNamed } from '../../../profile/connection/named-host.js';
import type { LoadProfileOptions } from '../../../profile/load-options.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { loadRuleSet } from '../../../rule-set/load-rule-set.js';
import type { AccessFlags } from '../../options/access-options.js';
import { baseUrlVariable } from '../../options/environment.js';
import type { RunFlags } from '../../options/run-options.js';
import { UsageError } from '../../usage-error.js';
import { quoteForShell } from '../clean/describe-cleanup.js';
import { loadRunProfile } from '../run/run-audit.js';

/** What the caller of a replay said himself. */
export interface ReplayChoices extends AccessFlags {
  readonly baseUrl?: string;
  readonly profile?: string;
  readonly rules?: string[];
  readonly permit?: Permission;
  readonly yes?: boolean;
  /** Whether credentials or the permission come from variables that stand for flags: those were said of no report. */
  readonly isAmbient?: boolean;
}

/**
 * The profile of a replay. A report may come from anybody: it names no file with credentials or code, leads no credentials to
 * another machine, and permits nothing there. All that, the caller says. Throws UsageError and ProfileError.
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

const distrustReason = 'a report may come from anybody';

/** Without its profile a run is another one, and would call a violation gone that is not. */
export function refuseUnnamedProfile(
  { profile: named }: Report['run'],
  { file }: Pick<Profile, 'file'>,
  said: ReplayChoices,
): void {
  if (named === undefined || said.profile !== undefined) return;
  if (file !== undefined && basename(file) === basename(named)) return;
  throw new UsageError(
    `the run went by the profile ${escapeControlCharacters(named)}; ${distrustReason}, so name it yourself: --profile ${escapeControlCharacters(basename(named))}`,
  );
}

/** Rules are code, and ${why}: it names the folders that they are in, and never loads them. */
export async function refuseUnknownRule(
  { rule }: Pick<Result, 'rule'>,
  { ruleFolders = [] }: Report['run'],
  folders: readonly string[],
): Promise<void> {
  const { rules } = await loadRuleSet(folders);
  if (rules.some(({ id }) => id === rule)) return;
  const hint = ruleFolders.map((folder) => ` --rules ${escapeControlCharacters(quoteForShell(folder))}`).join('');
  throw new UsageError(
    `no rule here is called ${escapeControlCharacters(JSON.stringify(rule))}${hint && `; rules are code, and ${distrustReason}: to run those of this one, say${hint}`}`,
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
    `only the report says that the service is at ${escapeControlCharacters(place)}, and ${distrustReason}; to go there with your credentials and permission, say --base-url ${escapeControlCharacters(place)}`,
  );
}
