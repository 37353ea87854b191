import { Lexer } from 'yaml';
import { isObject, type Json, type JsonObject } from '../../model/json.js';
import type { Draft } from '../draft-passage.js';
import { type AnnotatedProfile, annotateProfile } from './annotate-profile.js';
import { completeProfile } from './complete-profile.js';
import { buildProfileKeys, isDeclared, isSamePath, type ListEntry, type ProfileKey } from './profile-keys.js';

/** Tokens of the lexer without text. */
const lexerSigns = new Set(['\u0002', '\u0018', '\u001f']);

export type WrittenProfile = AnnotatedProfile;

/** Writes a draft as YAML into the existing text, whose keys, values and comments stay as they are. */
export function writeYamlProfile(draft: Draft, before = ''): WrittenProfile {
  const keys = buildProfileKeys(draft);
  const isCrlf = before.includes('\r\n');
  const plain = stripGeneratedComments(before.replaceAll('\r\n', '\n'));
  const { text, ...told } = annotateProfile(completeProfile(plain, keys), keys, draft.remarks);
  return { ...told, text: isCrlf ? text.replaceAll('\n', '\r\n') : text };
}

/** Writes a draft as JSON, which has no comments: only missing keys are added. */
export function writeJsonProfile(draft: Draft, before?: string): WrittenProfile {
  const keys = buildProfileKeys(draft);
  const own = before === undefined ? {} : (JSON.parse(before) as JsonObject);
  const filled = fillKeys(own, keys);
  const isSame = before !== undefined && JSON.stringify(own) === JSON.stringify(filled);
  return { text: isSame ? before : `${JSON.stringify(filled, null, 2)}\n`, kept: [], open: [] };
}

function fillKeys(own: JsonObject, keys: readonly ProfileKey[]): JsonObject {
  const added = keys.filter(isDeclared).map((key): [string, Json] => {
    const value = own[key.name];
    if (key.list && (value === undefined || Array.isArray(value))) return [key.name, fillList(value ?? [], key.list)];
    if (key.draftValue || key.list) return [key.name, value ?? key.draftValue?.value ?? null];
    return [key.name, value === undefined || isObject(value) ? fillKeys(value ?? {}, key.keys) : value];
  });
  return { ...own, ...Object.fromEntries(added) };
}

function fillList(own: readonly Json[], entries: readonly ListEntry[]): Json[] {
  const isAbout = (value: Json, { key, servicePath }: ListEntry) =>
    isObject(value) && typeof value[key] === 'string' && isSamePath(value[key], servicePath);
  const kept = own.map((value) => {
    const entry = entries.find((one) => isAbout(value, one));
    return entry && isObject(value) ? fillKeys(value, entry.keys) : value;
  });
  const added = entries.filter((entry) => !own.some((value) => isAbout(value, entry)));
  return [...kept, ...added.map(({ keys }) => fillKeys({}, keys))];
}

type TextRange = readonly [from: number, to: number];

/** Removes the comments that begin with `#:` or `#?`, which are written again each time; line ends become LF. */
export function stripGeneratedComments(text: string): string {
  const cuts = findComments(text)
    .filter(([from]) => /^#[:?]/.test(text.slice(from, from + 2)))
    .map((comment) => extendRange(text, comment));
  let rest = '';
  let at = 0;
  for (const [from, to] of cuts) {
    rest += text.slice(at, Math.max(at, from));
    at = Math.max(at, to);
  }
  return rest + text.slice(at);
}

function findComments(text: string): TextRange[] {
  const found: TextRange[] = [];
  let at = 0;
  for (const token of new Lexer().lex(text)) {
    if (lexerSigns.has(token)) continue;
    if (token.startsWith('#')) found.push([at, at + token.length]);
    at += token.length;
  }
  return found;
}

/** A comment with its line, if it has one, and the blank line above it at the margin; else with the spaces before it. */
function extendRange(text: string, [from, to]: TextRange): TextRange {
  let room = from;
  while (room > 0 && (text[room - 1] === ' ' || text[room - 1] === '\t')) room -= 1;
  const hasOwnLine = room === 0 || text[room - 1] === '\n';
  if (!hasOwnLine) return [room, to];
  const end = text.indexOf('\n', to);
  const isBelowBlank = room === from && text.slice(room - 2, room) === '\n\n';
  return [isBelowBlank ? room - 1 : room, end < 0 ? text.length : end + 1];
}
