import type { ExitCode } from './exit-code.js';

/** What kept a run from checking what it was asked for. */
export interface Gap {
  /** The collection in which no item could be created; `budget` for requests and time; absent for anything else. */
  readonly about?: string;
  /** Number of checks that ended or never began because of it. */
  readonly checks: number;
  /** What could not be done, and why, in the words of the service where it gave any. */
  readonly why: string;
  /** A line for the profile, or a flag, that changes it. */
  readonly add?: string;
  /** Why the user accepts it. */
  readonly accepted?: string;
}

/** Whether a run passed, for a pipeline. */
export interface Gate {
  /** Absent in reports of earlier versions. */
  readonly result?: 'passed' | 'failed' | 'incomplete';
  readonly open: boolean;
  readonly reasons: readonly string[];
  readonly exit: ExitCode;
  /** What could not be checked, most checks first; also where the run is not incomplete because of it. */
  readonly gaps?: readonly Gap[];
}

/** What could not be done, and why. */
export const nameGap = ({ about, why }: Pick<Gap, 'about' | 'why'>): string =>
  about === undefined || about === 'budget' ? why : `${about}: ${why}`;

/** The words of a reason before the line for the profile. */
export const additionMark = '. Add to assay.yaml: ';

/** The word for a result. A run that did not end in order failed, whatever it had checked. */
export const nameGateResult = (exit: ExitCode): NonNullable<Gate['result']> =>
  exit === 0 ? 'passed' : exit === 5 ? 'incomplete' : 'failed';
