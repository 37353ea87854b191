import { readFileSync } from 'node:fs';
import { UsageError } from '../../model/profile/usage-error.js';
import type { FleetReport } from './fleet-report.js';

/** Reads the `fleet.json` of an earlier run. Throws UsageError for any other file. */
export function readFleetReport(file: string): FleetReport {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UsageError(
      `${file} ${code === undefined ? 'is not JSON' : `cannot be read (${code})`}; give a fleet.json`,
    );
  }
  if (!isFleetReport(value)) throw new UsageError(`${file} is not the report of a fleet; give a fleet.json`);
  return value;
}

/** Whether a value has the parts of a fleet report that later runs are compared with. */
function isFleetReport(value: unknown): value is FleetReport {
  const { schema, startedAt, checks, targets, complete } = (value ?? {}) as Partial<FleetReport>;
  return (
    schema === 'https://assay.dev/schemas/fleet-report-1.json' &&
    complete === true &&
    typeof startedAt === 'string' &&
    isListOf(checks, (check) => typeof check === 'string') &&
    isListOf(targets, isTarget)
  );
}

function isTarget(value: unknown): boolean {
  const { name, verdicts, status, violations } = (value ?? {}) as Partial<FleetReport['targets'][number]>;
  return (
    [name, verdicts, status].every((text) => typeof text === 'string') &&
    isListOf(violations, (violation) => typeof violation === 'object')
  );
}

const isListOf = (value: unknown, isFine: (entry: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isFine);
