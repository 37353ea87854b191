import { readProfile } from '../file/profile-file.js';
import { readSource } from '../file/source.js';
import type { LoadProfileOptions } from '../load-options.js';
import { checkBaseUrl, isSameHost } from './base-url.js';

/** The places where the user can name a host: a profile, or a base URL. */
export interface HostNaming extends Pick<LoadProfileOptions, 'cwd' | 'env'> {
  readonly file: string | undefined;
  readonly baseUrl: string | undefined;
}

/** Whether the user named the host of a base URL. Throws ProfileError if the profile cannot be read. */
export function isHostNamed({ file, baseUrl, cwd, env }: HostNaming, place: string): boolean {
  const declared = file === undefined ? undefined : readProfile(readSource(file, cwd), env).content.baseUrl;
  return [declared, baseUrl].some((named) => isHostOf(named, place));
}

function isHostOf(named: string | undefined, place: string): boolean {
  const checked = named === undefined ? undefined : checkBaseUrl(named);
  return checked !== undefined && 'url' in checked && isSameHost(checked.url, place);
}
