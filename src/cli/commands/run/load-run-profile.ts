import type { LoadProfileOptions } from '../../../profile/load-options.js';
import { loadProfile } from '../../../profile/load-profile.js';
import { toAccessOptions } from '../../options/access-options.js';
import type { RunFlags } from '../../options/run-options.js';
import { toSourceOptions } from '../../options/source-options.js';
import { resolveBaselineFile } from './baseline-flags.js';

/** Loads a profile from file, flags and defaults; most flags have the name of their option. Throws ProfileError. */
export const loadRunProfile = (flags: RunFlags, baseUrl: string | undefined, more: Partial<LoadProfileOptions> = {}) =>
  loadProfile({
    ...flags,
    ...toSourceOptions(flags),
    ...toAccessOptions(flags),
    baseUrl,
    file: flags.profile,
    maySendUnusualOctets: flags.allowUnusualOctets,
    ruleFolders: flags.rules,
    isQuick: flags.quick,
    maxSeconds: flags.maxTime,
    waiversFile: resolveBaselineFile(flags),
    cwd: process.cwd(),
    env: process.env,
    ...more,
  });
