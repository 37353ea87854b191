/** Programmatic use of fleets: load a fleet file, audit its targets, build and write the report of all of them. */

export { UnreachableError } from '../http/connectivity.js';
export { ProfileError } from '../model/profile/profile-error.js';
export { UsageError } from '../model/profile/usage-error.js';
export type { Fleet, FleetTarget } from './file/fleet.js';
export { loadFleet } from './file/load-fleet.js';
export { renderManifest } from './manifest/render-manifest.js';
export { runWorker, type WorkerOptions } from './queue/run-worker.js';
export { buildFleetReport, type FleetReportInput } from './report/build-fleet-report.js';
export type * from './report/fleet-report.js';
export { readFleetReport } from './report/read-fleet-report.js';
export { type ReportFleetOptions, reportFleet } from './report/report-fleet.js';
export { summarizeTarget, type TargetFacts, type TargetSummary } from './report/summarize-target.js';
export { fleetFormats, fleetRenderers, writeFleetReport } from './report/write-fleet-report.js';
export type { FleetEnd } from './run/finish-run.js';
export type { FleetHost } from './run/fleet-host.js';
export { runFleet } from './run/run-fleet.js';
export type { RunFleetOptions } from './run/run-options.js';
