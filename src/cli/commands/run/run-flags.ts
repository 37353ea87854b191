import type { RunFlags } from '../../options/run-options.js';

/** Flags of `assay run` in addition to those of every audit. */
export interface LocalFlags extends RunFlags {
  readonly plan?: boolean;
  readonly offline?: boolean;
  readonly watch?: boolean;
  readonly watchPoll?: boolean;
  readonly failedFirst?: boolean;
  readonly onlyFailed?: boolean;
}
