import type { AccessFlags } from '../../options/access-options.js';
import type { SourceFlags } from '../../options/source-options.js';

/** Flags of `assay init`, as commander returns them. */
export interface InitFlags extends AccessFlags, SourceFlags {
  readonly profile?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly stdout?: boolean;
}
