import type { Profile } from '../../../model/profile/profile.js';
import type { LoadProfileOptions } from '../../../profile/load-options.js';
import { loadProfile } from '../../../profile/load-profile.js';
import { toAccessOptions } from '../../options/access-options.js';
import type { RunFlags } from '../../options/run-options.js';
import { toSourceOptions } from '../../options/source-options.js';
import { resolveBaselineFile } from './baseline-flags.js';

/** Loads a profile from file, flags and defaults. Throws ProfileError. */
export const loadRunProfile = (
  flags: RunFlags,
  baseUrl: string | undefined,
  more: Partial<LoadProfileOptions> = {},
): Promise<Profile> =>
  loadProfile({
    ...(baseUrl !== undefined && { baseUrl }),
    ...(flags.profile !== undefined && { file: flags.profile }),
    ...toSourceOptions(flags),
    ...toScopeOptions(flags),
    ...(flags.permit !== undefined && { permit: flags.permit }),
    ...(flags.allowUnusualOctets && { maySendUnusualOctets: true }),
    ...toAccessOptions(flags),
    ...(flags.only !== undefined && { only: flags.only }),
    ...(flags.except !== undefined && { except: flags.except }),
    ...(flags.rules !== undefined && { ruleFolders: flags.rules }),
    ...(flags.cases !== undefined && { cases: flags.cases }),
    ...(flags.quick && { isQuick: true }),
    ...(flags.maxRequests !== undefined && { maxRequests: flags.maxRequests }),
    ...(flags.maxTime !== undefined && { maxSeconds: flags.maxTime }),
    ...toCounts(flags),
    ...(flags.rate !== undefined && { rate: flags.rate }),
    ...(flags.concurrency !== undefined && { concurrency: flags.concurrency }),
    ...toWaiversOption(resolveBaselineFile(flags)),
    cwd: process.cwd(),
    env: process.env,
    ...more,
  });

const toCounts = ({ maxLive, maxLeft, minRules }: RunFlags): Partial<LoadProfileOptions> => ({
  ...(maxLive !== undefined && { maxLive }),
  ...(maxLeft !== undefined && { maxLeft }),
  ...(minRules !== undefined && { minRules }),
});

const toScopeOptions = ({ include, exclude }: RunFlags) => ({
  ...(include && { include }),
  ...(exclude && { exclude }),
});

const toWaiversOption = (waiversFile: string | undefined) => (waiversFile === undefined ? {} : { waiversFile });
