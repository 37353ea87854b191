import { readFileSync } from 'node:fs';
import type { Report } from '../../model/result/report.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import { UsageError } from '../usage-error.js';
import { findPartProblem } from './check-report-parts.js';

/** Reads a report. Throws UsageError for a file that is not a report, is cut off, or comes from another version. */
export function readReport(file: string): Report {
  const report = parseFile(file);
  const trouble = findReportProblem(report);
  if (trouble !== undefined) throw new UsageError(`${file} ${trouble}; give the report.json of a run`);
  return report as Report;
}

const schema: Report['schema'] = 'https://assay.dev/schemas/report-1.json';

function parseFile(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'no such file' : code === 'EISDIR' ? 'it is a folder, not a file' : message;
    throw new UsageError(`${file} cannot be read: ${why}; give the report.json of a run`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(
      `${file} is not a report: ${(error as Error).message.replace(/[,:]?\s*"[\s\S]*"(\.\.\.)?/, '').replace(/token\s+'.*?'/s, 'token')}; give the report.json of a run`,
    );
  }
}

function findReportProblem(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'is not a report of assay';
  const report: Partial<Report> = value;
  if (report.schema === undefined) return 'is not a report of assay';
  if (report.schema !== schema)
    return `has schema ${escapeControlCharacters(JSON.stringify(report.schema))}, and this version of assay reads ${schema}`;
  if (report.complete !== true) return 'is an incomplete report: it was cut off';
  return findPartProblem(report);
}
