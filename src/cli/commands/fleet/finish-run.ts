import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fleet, FleetTarget } from '../../../profile/fleet/fleet.js';
import { fleetFormats } from '../../../report/fleet/render-fleet.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { createFolder } from '../../files/output-folder.js';
import { collectTargets } from '../../fleet/collect-results.js';
import { endRun, type FleetRun, getHistoryFolder, isDone, listHistory, readRecord } from '../../fleet/fleet-state.js';
import { readFleetReport } from '../../fleet/read-fleet-report.js';
import { writeFleetReport } from '../../fleet/write-fleet-report.js';

/** Number of earlier runs that are compared with the present one. */
const maxEarlier = 20;

/**
 * Writes the report of the fleet once each of its targets has a result, and marks the run as ended. Returns the exit
 * code: 130 if the run was interrupted, else the highest of the targets.
 */
export function finishRun(
  fleet: Fleet,
  targets: readonly FleetTarget[],
  run: FleetRun,
  { out, isInterrupted }: { readonly out: string; readonly isInterrupted: boolean },
): number {
  const open = fleet.targets.filter((target) => !isDone(readRecord(out, target.name), run.id, target));
  const waiting = targets.filter((target) => open.includes(target));
  if (open.length > 0) {
    const rest = `${fleet.targets.length - open.length} of ${fleet.targets.length} targets have a result`;
    const advice = waiting.length > 0 ? `; the same command goes on with: ${nameSome(waiting)}` : '';
    process.stdout.write(`${rest}${advice}\n`);
    if (isInterrupted) return 130;
    return waiting.length > 0 ? 4 : Math.max(0, ...targets.map(({ name }) => readRecord(out, name)?.exit ?? 0));
  }
  const earlier = listHistory(out).slice(-maxEarlier).map(readFleetReport);
  const summaries = collectTargets(out, run.id, fleet.targets);
  const report = writeFleetReport({ name: fleet.name, startedAt: run.startedAt, summaries, earlier }, out);
  createFolder(getHistoryFolder(out));
  copyFileSync(join(out, fleetFormats.json), join(getHistoryFolder(out), `${run.id}.json`));
  endRun(out, run);
  return report.gate.exit;
}

/** Maximum number of targets that are named. */
const maxNamed = 20;

const nameSome = (targets: readonly FleetTarget[]): string =>
  escapeControlCharacters(
    targets
      .slice(0, maxNamed)
      .map(({ name }) => name)
      .join(', ') + (targets.length > maxNamed ? ` and ${targets.length - maxNamed} more` : ''),
  );
