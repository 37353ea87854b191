import { basename } from 'node:path';
import { isObject, type Json } from '../../model/json.js';
import { UsageError } from '../../model/profile/usage-error.js';
import { createPair } from './create-pair.js';
import type { ReadEntry } from './read-har-entry.js';

/** Length at which a tape cuts the content of a request, in characters. */
const cutLength = 16 * 1024;
/** Requests without an end that are kept; a tape of a run that was killed may have a few. */
const maxOpen = 10_000;

/** Reads a tape: one line for each request, and one for its end. Throws UsageError with the number of a line that is none. */
export async function* readTape(lines: AsyncIterable<string>, file: string): AsyncGenerator<ReadEntry> {
  const open = new Map<Json, { readonly request: Json; readonly at: number; readonly line: number }>();
  let line = 0;
  for await (const text of lines) {
    line += 1;
    if (text.trim() === '') continue;
    const read = parseLine(text, file, line);
    if (read === undefined) continue;
    const { n = null, request, at, ms, answer, silence } = read;
    if (request !== undefined) {
      if (open.size < maxOpen) open.set(n, { request, at: Number(at), line });
      continue;
    }
    const sent = open.get(n);
    open.delete(n);
    if (sent !== undefined) yield readPair(sent, { ms, answer, silence }, `${basename(file)}, line ${sent.line}`);
  }
  for (let i = 0; i < open.size; i += 1) yield { leftOut: 'aborted requests, and requests without a response' };
}

/** A line; undefined for the last one of a process that was killed. */
function parseLine(text: string, file: string, line: number) {
  try {
    const json = JSON.parse(text) as Json;
    if (isObject(json)) return json;
  } catch {
    if (!text.endsWith('}')) return undefined;
  }
  throw new UsageError(`${file}:${line}: this is no line of a tape`);
}

function readPair(
  { request, at }: { readonly request: Json; readonly at: number },
  { ms, answer, silence }: { readonly [name in 'ms' | 'answer' | 'silence']: Json | undefined },
  place: string,
): ReadEntry {
  if (!isObject(request) || !URL.canParse(String(request.url)) || Number.isNaN(at))
    return { leftOut: 'entries without a request, a response or a URL' };
  const content = request.content === undefined ? '' : String(request.content);
  const isCut = content.length >= cutLength || request.cutFrom !== undefined;
  const got = isObject(answer) ? answer : undefined;
  const text = got?.content === undefined ? '' : String(got.content);
  const response = got && {
    status: Number(got.status),
    fields: readFields(got.headers),
    content: got.cutFrom === undefined ? text : undefined,
  };
  const messages = {
    ...{ method: String(request.method), url: String(request.url), startedAt: at, endedAt: at + Number(ms ?? 0) },
    silence: typeof silence === 'string' ? silence : undefined,
    request: { fields: readFields(request.headers), content: isCut ? undefined : content },
    ...(response && { response }),
  };
  return { pair: createPair(messages, { place, isSanitized: false }) };
}

const readFields = (headers: Json | undefined): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(isObject(headers) ? headers : {}).map(([name, value]) => [
      name.toLowerCase(),
      [value].flat().map(String),
    ]),
  );
