import { readProfile } from '../file/profile-file.js';
import { readSource } from '../file/source.js';
import type { LoadProfileOptions } from '../load-options.js';
import { checkBaseUrl, isSameHost } from './base-url.js';

/** Whether the user named the host of a base URL. Throws ProfileError if the profile cannot be read. */
export function isHostNamed(
  { file, baseUrl, cwd, env }: Pick<LoadProfileOptions, 'cwd' | 'env'> & Record<'file' | 'baseUrl', string | undefined>,
  place: string,
): boolean {
  const declared = file === undefined ? undefined : readProfile(readSource(file, cwd), env).content.baseUrl;
  return [declared, baseUrl].some((named) => isHostOf(named, place));
}

function isHostOf(named: string | undefined, place: string): boolean {
  const checked = named === undefined ? undefined : checkBaseUrl(named);
  return checked !== undefined && 'url' in checked && isSameHost(checked.url, place);
}
