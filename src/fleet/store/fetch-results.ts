import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mapAtOnce } from '../../model/map-at-once.js';
import {
  getRecordFile,
  getRunFile,
  getTargetFolder,
  parseRecord,
  readRecord,
  readRun,
  type TargetRecord,
  writeRecord,
} from '../run/fleet-state.js';
import type { Note, StoreCopy } from './store-copy.js';

/** Files of a target that the report of a fleet links to and is built from. */
export const reportFiles: readonly string[] = ['report.html', 'report.json'];

/** Number of reports of earlier runs that are read. */
const maxEarlier = 20;

/** Reads what another process has to know to go on with a run. */
export async function fetchState(copy: StoreCopy, note: Note): Promise<void> {
  const names = await listNames(copy);
  await fetchStateFiles(copy, names);
  await mapAtOnce(listTargets(names), parallel, (target) => takeRecord(copy, target, { note, names }));
}

/** Reads the reports of all targets, into a folder that has no other ones, and the state beside them. */
export async function fetchAllReports(copy: StoreCopy): Promise<void> {
  const names = await listNames(copy);
  await fetchStateFiles(copy, names);
  await mapAtOnce(listTargets(names), parallel, (target) => copy.fetch(getRecordFile(copy.folder, target)));
  const folders = [...names].flatMap((name) => /^targets\/([\w.-]+)\/report\.json$/.exec(name)?.[1] ?? []);
  await mapAtOnce(folders.filter(isTargetName), parallel, (target) => fetchReports(copy, target, names));
}

interface TakeOptions {
  readonly note: Note;
  /** All names in the store, if reports are read, too. */
  readonly names?: ReadonlySet<string>;
}

/** Reads the record of a target, unless there is a later one here. */
export async function takeRecord(copy: StoreCopy, target: string, { note, names }: TakeOptions): Promise<void> {
  const { folder } = copy;
  const stored = await readStored(copy, target);
  const local = readRecord(folder, target);
  if (stored === undefined || isSameResult(stored, local)) return;
  const run = readRun(folder);
  const isPresent = stored.run === run?.id;
  // A result of this run that is here only, or an audit of any that was killed here and left its ledger.
  if (!isPresent && local !== undefined && (local.run === run?.id || local.status === 'running')) return;
  if (names !== undefined && isPresent && run?.endedAt === undefined) await fetchReports(copy, target, names);
  if (local?.status === 'running')
    note(`${target}: an audit was killed here; to remove what it left: assay clean ${getTargetFolder(folder, target)}`);
  writeRecord(folder, stored);
}

async function readStored(copy: StoreCopy, target: string): Promise<TargetRecord | undefined> {
  const found = await copy.store.read(copy.toName(getRecordFile(copy.folder, target)));
  const record = found === undefined ? undefined : parseRecord(found.text);
  if (record?.target !== target) return undefined;
  copy.addSent(record.run, target);
  return record;
}

const isSameResult = (stored: TargetRecord, local: TargetRecord | undefined): boolean =>
  local?.run === stored.run && local.status === stored.status && local.startedAt === stored.startedAt;

/** Keeps no report here that the store does not have: it would be that of an earlier run. */
async function fetchReports({ folder, ...copy }: StoreCopy, target: string, names: ReadonlySet<string>): Promise<void> {
  for (const name of reportFiles) {
    const file = join(getTargetFolder(folder, target), name);
    if (names.has(copy.toName(file))) await copy.fetch(file);
    else rmSync(file, { force: true });
  }
}

const listNames = async ({ store }: StoreCopy): Promise<ReadonlySet<string>> =>
  new Set([...(await store.list('.fleet/')), ...(await store.list('targets/'))]);

const listTargets = (names: ReadonlySet<string>): string[] =>
  [...names].flatMap((name) => /^\.fleet\/targets\/([\w.-]+)\.json$/.exec(name)?.[1] ?? []).filter(isTargetName);

/** Names in a store are not all ours: one like `..` must not lead out of the folder. */
const isTargetName = (name: string): boolean => /^[A-Za-z0-9]/.test(name);

async function fetchStateFiles(copy: StoreCopy, names: ReadonlySet<string>): Promise<void> {
  const runFile = getRunFile(copy.folder);
  copy.setRunTag(names.has(copy.toName(runFile)) ? await copy.fetch(runFile) : undefined);
  const history = [...names].filter((name) => /^\.fleet\/history\/[\w-]+\.json$/.test(name)).sort();
  await mapAtOnce(history.slice(-maxEarlier), parallel, (name) => copy.fetch(join(copy.folder, name)));
}

const parallel = 8;
