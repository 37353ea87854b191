import type { AccessFlags } from '../../options/access-options.js';

/** Flags of `assay clean`, as commander returns them. */
export interface CleanFlags extends AccessFlags {
  readonly profile?: string;
  readonly baseUrl?: string;
  readonly dryRun?: boolean;
  readonly acknowledge?: string;
  readonly format: 'text' | 'json';
}
