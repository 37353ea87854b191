import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { parseReport } from '../../report/results/parse-report.js';
import { describeExit } from '../run/fleet-host.js';
import { getTargetFolder, readRecord, readRun, stateFolder, type TargetRecord } from '../run/fleet-state.js';
import type { FleetTargetResult } from './fleet-report.js';
import { summarizeMissing, summarizeTarget, type TargetFacts, type TargetSummary } from './summarize-target.js';

export type ExpectedTarget = Pick<TargetFacts, 'name' | 'group' | 'owner' | 'labels'>;

export const collectTargets = (out: string, run: string, targets: readonly ExpectedTarget[]): TargetSummary[] =>
  targets.map((target) => {
    const record = readRecord(out, target.name);
    const facts = buildFacts(target, record?.run === run ? record : undefined);
    return summarizeFile(facts, join(getTargetFolder(out, target.name), 'report.json'), out);
  });

/** Reads all reports below a folder, each named by its folder; what else is known comes from the state beside it. */
export function collectFolder(
  folder: string,
  base: string,
): { readonly summaries: TargetSummary[]; readonly name: string | undefined } {
  const found = listReports(folder);
  const runs = [...new Set(found.map(({ out }) => out))].flatMap((out) =>
    out === undefined ? [] : (readRun(out) ?? []),
  );
  const summaries = found.map(({ file, out }) => {
    const own = basename(dirname(file));
    const record = out === undefined ? undefined : readRecord(out, own);
    const name = out === undefined ? relative(folder, dirname(file)).split(sep).join('/') || own : own;
    return summarizeFile(buildFacts({ ...record, name }, record), file, base);
  });
  const known = new Set(summaries.map(({ result }) => result.name));
  const expected = new Map(runs.flatMap(({ targets }) => targets).map((target) => [target.name, target]));
  const missing = [...expected.values()].filter(({ name }) => !known.has(name));
  return {
    summaries: [...summaries, ...missing.map((target) => summarizeMissing(buildFacts(target, undefined), noReport))],
    name: runs[0]?.fleet,
  };
}

const noReport = 'there is no report of it';

const buildFacts = ({ name, group, owner, labels }: ExpectedTarget, record: TargetRecord | undefined): TargetFacts => ({
  name,
  group,
  owner,
  labels,
  exit: record?.exit,
  startedAt: record?.startedAt,
});

/** A report that cannot be read does not hide the others. */
function summarizeFile(facts: TargetFacts, file: string, base: string): TargetSummary {
  if (!existsSync(file)) return summarizeMissing(facts, facts.exit === undefined ? noReport : describeExit(facts.exit));
  const page = join(dirname(file), 'report.html');
  const files: Pick<FleetTargetResult, 'report' | 'page'> = {
    report: toPath(base, file),
    page: existsSync(page) ? toPath(base, page) : undefined,
  };
  try {
    const report = parseReport(file, (path) => readFileSync(path, 'utf8'));
    return summarizeTarget(facts, report, files);
  } catch (error) {
    return summarizeMissing(facts, (error as Error).message);
  }
}

const toPath = (base: string, file: string): string => relative(base, file).split(sep).join('/');

/** Maximum depth of a report below the folder. */
const maxDepth = 8;

function listReports(folder: string, depth = 0): { readonly file: string; readonly out: string | undefined }[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((one, other) => (one.name < other.name ? -1 : 1));
  const own = entries.some((entry) => entry.isFile() && entry.name === 'report.json')
    ? [{ file: join(folder, 'report.json'), out: findOut(folder) }]
    : [];
  if (own.length > 0 || depth >= maxDepth) return own;
  return entries
    .filter((entry) => entry.isDirectory() && entry.name !== stateFolder && entry.name !== 'node_modules')
    .flatMap(({ name }) => listReports(join(folder, name), depth + 1));
}

/** The folder of the run that a folder of a target belongs to. */
function findOut(folder: string): string | undefined {
  const out = dirname(dirname(folder));
  return basename(dirname(folder)) === 'targets' && existsSync(join(out, stateFolder)) ? out : undefined;
}
