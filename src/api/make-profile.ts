import type { Hooks } from '../model/profile/hooks.js';
import type { Profile } from '../model/profile/profile.js';
import type { Waiver } from '../model/profile/waiver.js';
import type { FileProfile } from '../profile/file/file-content.js';
import type { LoadProfileOptions as Flags } from '../profile/load-options.js';
import { loadProfile as merge } from '../profile/load-profile.js';

/** A profile as a value, with the keys of `assay.yaml`. */
export interface ProfileDocument extends FileProfile {
  readonly waivers?: readonly Omit<Waiver, 'where'>[];
  /** Functions that the audit calls. */
  readonly hooks?: Hooks;
}

/** The service and what may be done to it; missing options have defaults. */
export interface MakeProfileOptions extends Partial<Omit<Flags, 'file' | 'said' | 'waiversFile'>> {
  /** A profile file, or its content as a value. Default: `assay.yaml`, `assay.yml` or `assay.json` in `cwd`, if it describes this host. */
  readonly profile?: string | ProfileDocument;
  /** Path of a file with `waivers`, with the `collections` of an earlier survey, or with both. */
  readonly baseline?: string;
}

/**
 * Merges options, profile and defaults, and checks the result. Variables that a profile names, and proxies, are read from
 * `env`, by default from the environment of the process. Throws {@link ProfileError} with all problems at once.
 */
export const makeProfile = ({ profile, baseline, ...flags }: MakeProfileOptions): Promise<Profile> =>
  merge({
    cwd: process.cwd(),
    env: process.env,
    ...flags,
    ...(typeof profile === 'string' ? { file: profile } : { said: profile }),
    waiversFile: baseline,
  });

/** The folder in which runs keep what others have, where the environment names one. */
export const readStateFolder = (): string | undefined => process.env.XDG_STATE_HOME;
