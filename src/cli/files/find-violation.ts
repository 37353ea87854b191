import type { Report, Result } from '../../model/result/report.js';
import { UsageError } from '../usage-error.js';

/** Returns the violation with this number in a report. Throws UsageError if there is none. */
export function findViolation({ results }: Pick<Report, 'results'>, number: number, file: string): Result {
  const violations = results.filter(({ verdict }) => verdict === 'violated');
  const found = violations[number - 1];
  if (found) return found;
  const count = violations.length;
  throw new UsageError(
    count === 0
      ? `${file} contains no violation`
      : `${file} contains violation${count === 1 ? ' 1' : `s 1 to ${count}`}, not ${number}`,
  );
}
