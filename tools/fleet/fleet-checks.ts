import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FleetReport } from '../../src/fleet/report/fleet-report.js';
import type { Report } from '../../src/model/result/report.js';
import type { DemoFleet } from './demo-fleet.js';

/** What an audit of a fleet must have shown, and what it showed. */
export interface FleetCheck {
  readonly name: string;
  readonly expected: number | string;
  readonly actual: number | string;
}

/** How a fleet is audited. */
export interface FleetAuditOptions {
  /** Folder for data beside the fleet. */
  readonly folder: string;
  readonly workers: number;
  readonly print: (line: string) => void;
}

/** Counts reports, services with items, and results of the fleet report. */
export function checkFleet({ demos, folder, listLeft }: DemoFleet, code: number | null): FleetCheck[] {
  const out = join(folder, 'fleet-reports');
  const names = [...demos.keys()];
  const reports = names.flatMap((name) => readReport(join(out, 'targets', name, 'report.json')));
  const file = join(out, 'fleet.json');
  const fleet = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as FleetReport) : undefined;
  const faulty = names.filter((_, index) => index % 10 === 3).length;
  const failed = fleet?.targets.filter(({ status }) => status === 'failed').length ?? -1;
  return [
    { name: 'exit code', expected: 1, actual: code ?? 'killed' },
    { name: 'targets with exactly one complete report', expected: names.length, actual: reports.length },
    { name: 'folders of targets', expected: names.length, actual: listFolders(join(out, 'targets')) },
    { name: 'targets in the fleet report', expected: names.length, actual: fleet?.targets.length ?? 'no report' },
    { name: 'targets that failed, which have a bug', expected: faulty, actual: failed },
    { name: 'services with items left', expected: 0, actual: listLeft().length },
  ];
}

/** Counts targets by the number of their audits. */
export function countAttempts({ demos, folder }: DemoFleet): string {
  const counts = new Map<number, number>();
  for (const name of demos.keys()) {
    const { attempt } = JSON.parse(
      readFileSync(join(folder, 'fleet-reports/.fleet/targets', `${name}.json`), 'utf8'),
    ) as { readonly attempt: number };
    counts.set(attempt, (counts.get(attempt) ?? 0) + 1);
  }
  return [...counts].map(([attempts, targets]) => `${targets} targets audited ${attempts} times`).join(', ');
}

/** The number of targets with a result so far. */
export function countEnded({ demos, folder }: DemoFleet): number {
  return [...demos.keys()].filter((name) => {
    const file = join(folder, 'fleet-reports/.fleet/targets', `${name}.json`);
    return existsSync(file) && readFileSync(file, 'utf8').includes('"status":"ended"');
  }).length;
}

function readReport(file: string): Report[] {
  if (!existsSync(file)) return [];
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  return report.complete && report.gate.exit <= 1 ? [report] : [];
}

const listFolders = (folder: string): number => (existsSync(folder) ? readdirSync(folder).length : 0);
