import { UsageError } from '../../model/profile/usage-error.js';
import { listFindings } from '../../model/result/findings.js';
import type { Report, Result } from '../../model/result/report.js';

export function findViolation({ results }: Pick<Report, 'results'>, number: number, file: string): Result {
  const findings = listFindings({ results });
  const found = findings.find((finding) => finding.number === number);
  if (found) return found.result;
  const count = findings.length;
  throw new UsageError(
    count === 0
      ? `${file} contains no violation; to print the whole report: assay show ${file}`
      : `${file} contains violation${count === 1 ? ' 1' : `s 1 to ${count}`}, not ${number}`,
  );
}
