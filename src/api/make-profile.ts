import type { Profile } from '../model/profile/profile.js';
import type { Waiver } from '../model/profile/waiver.js';
import type { FileProfile } from '../profile/file/file-content.js';
import type { LoadProfileOptions as Flags } from '../profile/load-options.js';
import { loadProfile as merge } from '../profile/load-profile.js';

/** A profile as a value: what `assay.yaml` would say. */
export interface ProfileDocument extends FileProfile {
  readonly waivers?: readonly Omit<Waiver, 'where'>[];
}

/** Who is under test and what may be done to it; what is left out is inferred. */
export interface MakeProfileOptions extends Partial<Omit<Flags, 'file' | 'said' | 'waiversFile'>> {
  /** A profile file, or what one would say. Otherwise `assay.yaml`, `assay.yml` or `assay.json` in `cwd`, if it describes this host. */
  readonly profile?: string | ProfileDocument;
  /** A file with `waivers`, with the `collections` of an earlier survey, or with both. */
  readonly baseline?: string;
}

/**
 * Merges options, profile and defaults, and checks them all. Variables that a profile names come from `env`, or else
 * from the environment of the process, as do proxies. Throws {@link ProfileError} with all that is wrong at once.
 */
export const makeProfile = ({ profile, baseline, ...flags }: MakeProfileOptions): Promise<Profile> =>
  merge({
    cwd: process.cwd(),
    env: process.env,
    ...flags,
    ...(typeof profile === 'string' ? { file: profile } : { said: profile }),
    ...(baseline !== undefined && { waiversFile: baseline }),
  });
