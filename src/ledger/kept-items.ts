import { randomBytes } from 'node:crypto';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { writePrivateFile } from '../http/private-file.js';
import { isObject, type Json } from '../model/json.js';
import { describeHarm, type HarmedItem } from '../model/result/harm.js';

/** What others had before the first write of a run, as its file has it. */
export interface KeptItems {
  readonly schema: typeof keptSchema;
  readonly baseUrl: string;
  readonly startedAt: string;
  readonly lists: readonly { readonly collection: string; readonly path: string; readonly entries: readonly Json[] }[];
  /** What the run harmed; present only then. */
  readonly harm?: readonly HarmedItem[];
  /** When a user took note of that. */
  readonly acknowledged?: string;
}

const keptSchema = 'https://assay.dev/schemas/kept-items-1.json';

/** The file that keeps the items of others while a run writes. It holds their data as it is, so it is outside of the reports. */
export interface KeptFile {
  readonly path: string;
  /** Writes it, readable by its owner only. Throws the error of the file system. */
  write(items: Pick<KeptItems, 'lists' | 'harm'>): void;
  remove(): void;
}

/** An earlier run harmed items of others on this service, and no user took note of it. */
export class UnacknowledgedHarmError extends Error {
  override readonly name = 'UnacknowledgedHarmError';
}

/** What others have cannot be kept. */
export class KeptFileError extends Error {
  override readonly name = 'KeptFileError';
}

/** What a run on a service needs to keep what others have there. */
export interface KeptFileOptions {
  readonly baseUrl: string;
  readonly startedAt: string;
  /** Whether two base URLs are of one service; loopback has many names. */
  readonly isSameService: (one: string, other: string) => boolean;
  /** The file of an earlier run of which the user took note. */
  readonly acknowledged?: string | undefined;
  /** The folder for the state of programs (XDG_STATE_HOME); the usual one of the user when absent. */
  readonly stateFolder?: string | undefined;
}

/**
 * Names the file of a run; nothing is written yet. Throws {@link UnacknowledgedHarmError} where an earlier run on the same
 * origin harmed items of others, until its file is acknowledged, and {@link KeptFileError} where nothing can be kept.
 */
export function openKeptFile({ stateFolder, acknowledged, ...run }: KeptFileOptions): KeptFile {
  const folder = requireAcknowledged({ stateFolder, acknowledged, ...run });
  requireWritable(folder);
  const prefix = new URL(run.baseUrl).host.replace(/[^\w.-]/g, '_');
  const day = run.startedAt.replace(/\D/g, '').slice(0, 14);
  const path = join(folder, `${prefix}-${day}-${randomBytes(4).toString('hex')}.json`);
  return {
    path,
    write(items) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const { baseUrl, startedAt } = run;
      writeKept(path, { schema: keptSchema, baseUrl, startedAt, ...items });
    },
    remove: () => rmSync(path, { force: true }),
  };
}

/**
 * Throws {@link UnacknowledgedHarmError} where an earlier run on the same service harmed items of others, until its file is
 * acknowledged. Returns the folder of these files.
 */
export function requireAcknowledged({ stateFolder, acknowledged, ...run }: KeptFileOptions): string {
  const folder = join(stateFolder || join(homedir() || tmpdir(), '.local', 'state'), 'assay');
  // A user may have changed the file.
  const isOwn = ({ baseUrl }: KeptItems) => URL.canParse(baseUrl) && run.isSameService(baseUrl, run.baseUrl);
  if (acknowledged !== undefined) acknowledge(resolve(acknowledged), run.startedAt, isOwn);
  for (const name of listFiles(folder)) {
    const kept = readKept(join(folder, name));
    if (kept?.harm === undefined || kept.acknowledged !== undefined || !isOwn(kept)) continue;
    throw new UnacknowledgedHarmError(describeRefusal(kept.harm, join(folder, name)));
  }
  return folder;
}

/** A run that cannot keep what others have writes nothing. */
function requireWritable(folder: string): void {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  try {
    if (!statSync(existing).isDirectory()) throw new Error(`${existing} is no folder`);
    accessSync(existing, constants.W_OK);
  } catch (error) {
    throw new KeptFileError(
      `nothing is written to this service, because what others have cannot be kept in ${folder} (${(error as Error).message}). Set XDG_STATE_HOME to a folder that can be written, or only read with --permit reads`,
      { cause: error },
    );
  }
}

/** Notes in the file of an earlier run that a user knows what it harmed. Throws the error of the file system. */
function acknowledge(path: string, now: string, isOwn: (kept: KeptItems) => boolean): void {
  const kept = readKept(path);
  if (kept?.harm === undefined || !isOwn(kept))
    throw new UnacknowledgedHarmError(
      `${path} has no items of this service that a run harmed; name the file that the message names`,
    );
  writeKept(path, { ...kept, acknowledged: now });
}

const describeRefusal = (harm: readonly HarmedItem[], path: string): string =>
  `nothing is written to this service, because an earlier run harmed items of others: ${describeHarm(harm)} Restore them, then repeat the command with --acknowledge ${path}, or only read with --permit reads`;

const writeKept = (path: string, kept: KeptItems): void => writePrivateFile(path, `${JSON.stringify(kept, null, 1)}\n`);

function readKept(path: string): KeptItems | undefined {
  try {
    const kept = JSON.parse(readFileSync(path, 'utf8')) as KeptItems;
    const isKept =
      isObject(kept) && kept.schema === keptSchema && (kept.harm === undefined || Array.isArray(kept.harm));
    return isKept ? kept : undefined;
  } catch {
    return undefined;
  }
}

function listFiles(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
