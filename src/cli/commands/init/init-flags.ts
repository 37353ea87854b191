import type { AccessFlags } from '../../options/access-options.js';

/** Flags of `assay init`, as commander returns them. */
export interface InitFlags extends AccessFlags {
  readonly openapi?: string;
  readonly collection?: string[];
  readonly profile?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly stdout?: boolean;
}
