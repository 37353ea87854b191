import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { readKitVersion } from '../../audit/kit-version.js';
import { createFolder } from '../../http/private-file.js';
import { chooseExitCode } from '../../model/result/exit-code.js';
import { joinNames } from '../../model/values/join-names.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';
import type { Fleet, FleetTarget } from '../file/fleet.js';
import { buildFleetReport } from '../report/build-fleet-report.js';
import { collectTargets } from '../report/collect-results.js';
import type { FleetReport } from '../report/fleet-report.js';
import { readFleetReport } from '../report/read-fleet-report.js';
import { fleetFormats, renderResult, writeFleetReport } from '../report/write-fleet-report.js';
import { type ResultPlace, sendResult } from '../store/result-place.js';
import type { FleetHost } from './fleet-host.js';
import { type FleetRun, getHistoryFolder, isDone, listHistory, readRecord } from './fleet-state.js';
import { endPlacedRun } from './open-placed-run.js';

/** Number of earlier runs that are compared with the present one. */
const maxEarlier = 20;

export interface FinishOptions {
  readonly place: ResultPlace;
  readonly isInterrupted: boolean;
  readonly host: FleetHost;
}

/** The result of an audit of a fleet. */
export interface FleetEnd {
  /** Exit code: that of the gate of the report; 130 if it was interrupted, 3 or 4 if targets have no result. */
  readonly exit: number;
  /** Absent while targets have no result. */
  readonly report?: FleetReport;
}

/**
 * Writes the report of the fleet once each of its targets has a result, and marks the run as ended. The exit code is
 * 130 if the run was interrupted, else the highest of the targets, or 2 or 3 if the object store does not take it.
 */
export async function finishRun(
  fleet: Fleet,
  targets: readonly FleetTarget[],
  run: FleetRun,
  { place, isInterrupted, host }: FinishOptions,
): Promise<FleetEnd> {
  const { note, print } = host;
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
    print(`${rest}${advice}\n`);
    if (isInterrupted) return { exit: 130 };
    if (waiting.length > 0) return { exit: 4 };
    const isUnsent = (place.store?.listUnsent(run.id, listNames(targets)) ?? []).length > 0;
    return { exit: chooseExitCode([isUnsent ? 3 : 0, ...targets.map(({ name }) => readRecord(out, name)?.exit ?? 0)]) };
  }
  const earlier = listHistory(out, run.id).slice(-maxEarlier).map(readFleetReport);
  const summaries = collectTargets(out, run.id, fleet.targets);
  const report = buildFleetReport({
    name: fleet.name,
    startedAt: run.startedAt,
    version: readKitVersion(),
    summaries,
    earlier,
  });
  writeFleetReport(report, out);
  print(renderResult(report, out));
  createFolder(getHistoryFolder(out));
  copyFileSync(join(out, fleetFormats.json), join(getHistoryFolder(out), `${run.id}.json`));
  return { exit: await endPlacedRun(place, run, listNames(fleet.targets), report.gate.exit, host), report };
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

const maxNamed = 20;

const nameSome = (targets: readonly FleetTarget[]): string =>
  escapeControlCharacters(joinNames(listNames(targets), maxNamed));

const listNames = (targets: readonly FleetTarget[]): string[] => targets.map(({ name }) => name);
