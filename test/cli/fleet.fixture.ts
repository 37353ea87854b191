import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { FleetReport } from '../../src/fleet/report/fleet-report.js';
import type { Report } from '../../src/model/result/report.js';
import { type DemoFleet, type DemoFleetOptions, startDemoFleet } from '../../tools/fleet/demo-fleet.js';
import { createTestFolder, type RunningCommand, startAssay } from './assay.fixture.js';

/** Checks of a second or two that create and remove items, without those that wait. */
export const quickSettings = {
  permit: 'deletes',
  only: ['creation/valid-post-answers-201', 'idempotency/repeated-put-*', 'idempotency/put-replaces-the-whole-item'],
  cases: 10,
};

/** Starts demo services and writes their fleet file; both are gone when the test is over. */
export async function startTestFleet(options: DemoFleetOptions): Promise<DemoFleet> {
  const fleet = await startDemoFleet(createTestFolder(), { defaults: quickSettings, ...options });
  onTestFinished(() => fleet.close());
  return fleet;
}

/** Starts a command in the folder of a fleet, with the variables that its audits need. */
export const startInFleet = (
  { folder, env }: DemoFleet,
  args: readonly string[],
  more: Readonly<Record<string, string>> = {},
): RunningCommand => startAssay(folder, args, { ...env, ...more });

/** The record of a target, as the run wrote it. */
export interface WrittenRecord {
  readonly target: string;
  readonly status: 'running' | 'ended';
  readonly startedAt: string;
  readonly attempt: number;
  readonly process?: { readonly pid: number };
}

/** Reads what a run wrote about its targets so far. */
export function readRecords(out: string): WrittenRecord[] {
  const folder = join(out, '.fleet/targets');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}

/** Reads the report of a fleet. */
export const readFleet = (out: string): FleetReport => JSON.parse(readFileSync(join(out, 'fleet.json'), 'utf8'));

/** Reads the report of each target, by its name. */
export const readTargetReports = (out: string): Map<string, Report> =>
  new Map(
    readdirSync(join(out, 'targets')).map((name) => [
      name,
      JSON.parse(readFileSync(join(out, 'targets', name, 'report.json'), 'utf8')),
    ]),
  );

/** Changes the fleet file. */
export function editFleet({ file }: DemoFleet, change: (content: Record<string, unknown>) => object): void {
  writeFileSync(file, JSON.stringify(change(JSON.parse(readFileSync(file, 'utf8')))));
}
