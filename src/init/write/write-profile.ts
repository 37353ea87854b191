import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Draft } from '../draft-passage.js';
import { isSamePlace } from '../same-path.js';
import { type Decorated, decorated } from './annotate-profile.js';
import { completed } from './complete-profile.js';
import { type Entry, isSaid, type Key, keysOf } from './profile-keys.js';
import { stripped } from './strip-value.js';

/** The text of a profile, with what the caller should know about it. */
export type Written = Decorated;

/** Writes a draft as YAML: into what stood there before, whose keys, values and comments all stay as they are. */
export function writeYaml(draft: Draft, before = ''): Written {
  const keys = keysOf(draft);
  const isCrlf = before.includes('\r\n');
  const plain = stripped(before.replaceAll('\r\n', '\n'));
  const { text, ...told } = decorated(completed(plain, keys), keys, draft.remarks);
  return { ...told, text: isCrlf ? text.replaceAll('\n', '\r\n') : text };
}

/** Writes a draft as JSON, which has no place for comments: only keys that were missing are added. */
export function writeJson(draft: Draft, before?: string): Written {
  const keys = keysOf(draft);
  const own = before === undefined ? {} : (JSON.parse(before) as JsonObject);
  const filled = fill(own, keys);
  const isSame = before !== undefined && JSON.stringify(own) === JSON.stringify(filled);
  return { text: isSame ? before : `${JSON.stringify(filled, null, 2)}\n`, kept: [], open: [] };
}

function fill(own: JsonObject, keys: readonly Key[]): JsonObject {
  const added = keys.filter(isSaid).map((key): [string, Json] => {
    const value = own[key.name];
    if (key.list && (value === undefined || Array.isArray(value))) return [key.name, fillList(value ?? [], key.list)];
    if (key.word || key.list) return [key.name, value ?? key.word?.value ?? null];
    return [key.name, value === undefined || isObject(value) ? fill(value ?? {}, key.keys) : value];
  });
  return { ...own, ...Object.fromEntries(added) };
}

function fillList(own: readonly Json[], entries: readonly Entry[]): Json[] {
  const isAbout = (value: Json, { key, at }: Entry) =>
    isObject(value) && typeof value[key] === 'string' && isSamePlace(value[key], at);
  const kept = own.map((value) => {
    const entry = entries.find((one) => isAbout(value, one));
    return entry && isObject(value) ? fill(value, entry.keys) : value;
  });
  const added = entries.filter((entry) => !own.some((value) => isAbout(value, entry)));
  return [...kept, ...added.map(({ keys }) => fill({}, keys))];
}
