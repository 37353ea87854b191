import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseExitCode } from '../../../model/result/exit-code.js';
import type { Fleet, FleetTarget } from '../../../profile/fleet/fleet.js';
import { fleetFormats } from '../../../report/fleet/render-fleet.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import { createFolder } from '../../files/output-folder.js';
import { collectTargets } from '../../fleet/collect-results.js';
import { type FleetRun, getHistoryFolder, isDone, listHistory, readRecord } from '../../fleet/fleet-state.js';
import { endPlacedRun } from '../../fleet/open-placed-run.js';
import { readFleetReport } from '../../fleet/read-fleet-report.js';
import { sendResult } from '../../fleet/send-result.js';
import type { ResultPlace } from '../../fleet/store/result-place.js';
import { writeFleetReport } from '../../fleet/write-fleet-report.js';

/** Number of earlier runs that are compared with the present one. */
const maxEarlier = 20;

/** How a run is finished. */
export interface FinishOptions {
  readonly place: ResultPlace;
  readonly isInterrupted: boolean;
  readonly note: (line: string) => void;
}

/**
 * Writes the report of the fleet once each of its targets has a result, and marks the run as ended. Returns the exit
 * code: 130 if the run was interrupted, else the highest of the targets, or 2 or 3 if the object store does not take it.
 */
export async function finishRun(
  fleet: Fleet,
  targets: readonly FleetTarget[],
  run: FleetRun,
  { place, isInterrupted, note }: FinishOptions,
): Promise<number> {
  const out = place.folder;
  const listOpen = () => fleet.targets.filter((target) => !isDone(readRecord(out, target.name), run.id, target));
  await sendRest(place, run, fleet.targets, note);
  // Other processes may have written theirs meanwhile.
  if (listOpen().length > 0) await place.store?.fetchState(note);
  const open = listOpen();
  const waiting = targets.filter((target) => open.includes(target));
  if (open.length > 0) {
    const rest = `${fleet.targets.length - open.length} of ${fleet.targets.length} targets have a result`;
    const advice = waiting.length > 0 ? `; the same command goes on with: ${nameSome(waiting)}` : '';
    process.stdout.write(`${rest}${advice}\n`);
    if (isInterrupted) return 130;
    if (waiting.length > 0) return 4;
    const isUnsent = (place.store?.listUnsent(run.id, listNames(targets)) ?? []).length > 0;
    return chooseExitCode([isUnsent ? 3 : 0, ...targets.map(({ name }) => readRecord(out, name)?.exit ?? 0)]);
  }
  const earlier = listHistory(out, run.id).slice(-maxEarlier).map(readFleetReport);
  const summaries = collectTargets(out, run.id, fleet.targets);
  const report = writeFleetReport({ name: fleet.name, startedAt: run.startedAt, summaries, earlier }, out);
  createFolder(getHistoryFolder(out));
  copyFileSync(join(out, fleetFormats.json), join(getHistoryFolder(out), `${run.id}.json`));
  return endPlacedRun(place, run, listNames(fleet.targets), report.gate.exit);
}

/** Tries again to copy the results that are here only. */
async function sendRest(
  place: ResultPlace,
  { id }: FleetRun,
  targets: readonly FleetTarget[],
  note: (line: string) => void,
): Promise<void> {
  for (const target of place.store?.listUnsent(id, listNames(targets)) ?? [])
    await sendResult(place, target, (line) => note(`${target}: ${line}`));
}

/** Maximum number of targets that are named. */
const maxNamed = 20;

const nameSome = (targets: readonly FleetTarget[]): string =>
  escapeControlCharacters(
    listNames(targets).slice(0, maxNamed).join(', ') +
      (targets.length > maxNamed ? ` and ${targets.length - maxNamed} more` : ''),
  );

const listNames = (targets: readonly FleetTarget[]): string[] => targets.map(({ name }) => name);
