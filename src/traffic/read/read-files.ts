import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { isObject, type Json } from '../../model/json.js';
import { UsageError } from '../../model/profile/usage-error.js';
import type { RecordedMessagePair } from '../../model/traffic-exchange.js';
import { type ReadEntry, readHarEntry } from './read-har-entry.js';
import { readTape } from './read-tape.js';
import { HarError, splitHar } from './split-har.js';

const advice = 'name a HAR file, a tape.ndjson or a folder';

/** Octets that are read at once. */
const chunkOctets = 256 * 1024;

/** Lists the recordings that these paths name: files, and the archives and tapes in folders. Throws UsageError. */
export function listRecordings(paths: readonly string[]): string[] {
  const files = paths.flatMap((path) => {
    if (!existsSync(path)) throw new UsageError(`${path}: no such file; ${advice}`);
    if (!statSync(path).isDirectory()) return [path];
    const found = readdirSync(path, { recursive: true, encoding: 'utf8' })
      .filter((name) => extname(name) === '.har' || basename(name) === 'tape.ndjson')
      .sort()
      .map((name) => join(path, name));
    if (found.length === 0) throw new UsageError(`${path}: the folder has no .har file and no tape.ndjson`);
    return found;
  });
  return [...new Set(files)];
}

/** Reads one recording, exchange by exchange. Throws UsageError for a file that is none, with the number of the entry. */
export async function* readRecording(file: string): AsyncGenerator<ReadEntry> {
  if (await isTape(file)) yield* readTape(readLines(file), file);
  else yield* readHarFile(file);
}

const readLines = (file: string) =>
  createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY });

/** Whether the first line of a file is one of a tape. */
async function isTape(file: string): Promise<boolean> {
  for await (const chunk of createReadStream(file, { end: 200 })) return /^\s*\{"n":\d+,/.test(String(chunk));
  return false;
}

async function* readHarFile(file: string): AsyncGenerator<ReadEntry> {
  const name = basename(file);
  let count = 0;
  try {
    for await (const { head, text } of splitHar(createReadStream(file, { highWaterMark: chunkOctets }))) {
      count += 1;
      const place = `${name}, entry ${count}`;
      yield text === undefined
        ? { leftOut: 'entries of more than 16 MB' }
        : readHarEntry(parseEntry(text, file, count), { place, creator: findCreator(head), folder: dirname(file) });
    }
  } catch (error) {
    if (!(error instanceof HarError)) throw error;
    const where = count === 0 ? file : `${file}: after entry ${count}`;
    throw new UsageError(`${where}: this is neither a complete HAR file nor a tape: ${error.message}; ${advice}`);
  }
}

function parseEntry(text: string, file: string, count: number): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new UsageError(`${file}: entry ${count} is not JSON: ${(error as Error).message}`);
  }
}

const findCreator = (head: string): string => /"creator"\s*:\s*\{[^}]*?"name"\s*:\s*"([^"]*)"/.exec(head)?.[1] ?? '';

/** The origin that most recorded JSON responses come from; undefined where there is none. */
export async function findUsualOrigin(files: readonly string[]): Promise<string | undefined> {
  const counts = new Map<string, number>();
  for (const file of files)
    for await (const entry of readRecording(file)) {
      const origin = 'pair' in entry && isJson(entry.pair) ? new URL(entry.pair.url).origin : undefined;
      if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1);
    }
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}

const isJson = ({ answer }: RecordedMessagePair): boolean =>
  answer !== undefined && (/[/+]json\b/.test(String(answer.headers['content-type'] ?? '')) || isObject(answer.json));
