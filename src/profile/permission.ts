import { type Permission, permissions } from '../model/permission.js';
import type { Profile } from '../model/profile/profile.js';
import type { FilePermission, ParsedProfile } from './file/file-content.js';
import type { LoadProfileOptions } from './load-options.js';

export interface PermissionContext {
  readonly baseUrl: string;
  /** Whether all requests stay on this machine. */
  readonly isHere: boolean;
  /** Whether the command line named the profile. One that was found by itself may not raise the permission. */
  readonly isNamed: boolean;
}

/** A permission, its source, and the higher one that a profile asked for without effect. */
interface ResolvedPermission extends Pick<Profile, 'permit' | 'permitFrom'> {
  readonly denied?: Permission;
}

function resolvePermission(
  flag: Permission | undefined,
  file: FilePermission,
  { baseUrl, isHere, isNamed }: PermissionContext,
): ResolvedPermission {
  if (flag) return { permit: flag, permitFrom: 'flag' };
  const usual = { permit: isHere ? 'deletes' : 'reads', permitFrom: 'default' } as const;
  const asked = readFilePermission(file, baseUrl);
  if (asked === undefined) return usual;
  const isRaised = permissions.indexOf(asked) > permissions.indexOf(usual.permit);
  return isRaised && !isNamed ? { ...usual, denied: asked } : { permit: asked, permitFrom: 'profile' };
}

function readFilePermission({ permit, readOnly, allowWrites }: FilePermission, baseUrl: string) {
  const { hostname, host } = new URL(baseUrl);
  if (readOnly) return 'reads';
  return permit ?? (allowWrites?.some((name) => name === hostname || name === host) ? 'deletes' : undefined);
}

/** The permission of a run, and notes about it for the report. */
export interface ChosenPermission extends Omit<PermissionContext, 'isNamed'> {
  readonly permitted: Pick<Profile, 'permit' | 'permitFrom' | 'maySendUnusualOctets'>;
  readonly notes: readonly string[];
}

/** Chooses the permission: the flag, then the profile, then the default for the host. */
export function choosePermission(
  { permit: flag, maySendUnusualOctets: unusualOctets = false }: LoadProfileOptions,
  read: ParsedProfile | undefined,
  context: PermissionContext,
): ChosenPermission {
  const { permit, safety } = read?.content ?? {};
  const { denied, ...granted } = resolvePermission(flag, { permit, ...safety }, context);
  const maySendUnusualOctets = unusualOctets || (context.isNamed && safety?.unusualOctets === true);
  const permitted = maySendUnusualOctets ? { ...granted, maySendUnusualOctets } : granted;
  const file = read?.origin.source.file;
  const note = `${file} asks for the permission ${denied}, and was not named on the command line, so only ${permitted.permit} are permitted. To permit more: --profile ${file}, or --permit ${denied}`;
  return { ...context, permitted, notes: denied === undefined ? [] : [note] };
}
