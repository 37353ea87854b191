import type { DemoSetup } from './setup.js';

/** A service under audit, and the profile that it is audited with. */
export interface RunningService {
  readonly url: string;
  readonly file: string | undefined;
  /** Items that it still holds. */
  countRemaining(): number;
  close(): Promise<void>;
}

/** Starts what a setup asks for; `folder` is for the files that it needs. */
export type StartService = (setup: DemoSetup, folder: string) => Promise<RunningService>;
