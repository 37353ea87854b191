import { readFileSync } from 'node:fs';
import type { Report } from '../../model/result/report.js';
import { parseReport } from '../../report/results/parse-report.js';

/** Reads a report. Throws UsageError for a file that is not a report, is cut off, or comes from another version. */
export const readReport = (file: string): Report => parseReport(file, (path) => readFileSync(path, 'utf8'));
