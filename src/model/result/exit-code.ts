/** The exit codes of an audit: passed, failed, bad usage, unreachable, internal error, incomplete or items of others were harmed, interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 130;

/** Of several exit codes, the one that comes first decides; an unknown one, as of a killed process, comes before all. */
const precedence = [130, 4, 3, 2, 1, 5, 0];

/** The exit code of several audits together; 0 of none. */
export const chooseExitCode = (codes: readonly number[]): number =>
  codes.find((code) => !precedence.includes(code)) ?? precedence.find((code) => codes.includes(code)) ?? 0;
