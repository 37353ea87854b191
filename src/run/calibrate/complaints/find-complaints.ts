import { buildPointer, isObject, type Json, type JsonObject } from '../../../model/json.js';
import type { RawComplaint } from './parse-complaint.js';
import { parseMemberPointer, parseSentences } from './parse-sentences.js';

/**
 * Finds what an error response says about single members, in the formats of common frameworks: lists of objects with a
 * member name and a message, objects from member to messages, and plain sentences that contain a known member name.
 */
export function findRawComplaints(error: Json | undefined, known: readonly string[]): RawComplaint[] {
  const found: RawComplaint[] = [];
  collectComplaints(error, { found, known, isAmongErrors: false, depth: 0 });
  const seen = new Set<string>();
  return found.filter(({ member, words }) => {
    const key = `${member} ${words}`;
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}

interface CollectContext {
  readonly found: RawComplaint[];
  /** Names of members that were sent or are in the schema. */
  readonly known: readonly string[];
  readonly isAmongErrors: boolean;
  readonly depth: number;
}

const maxDepth = 6;

function collectComplaints(value: Json | undefined, at: CollectContext): void {
  if (at.depth > maxDepth) return;
  const below = { ...at, depth: at.depth + 1 };
  if (typeof value === 'string') at.found.push(...parseSentences(value, at.known));
  else if (Array.isArray(value)) for (const entry of value as readonly Json[]) collectComplaints(entry, below);
  else if (isObject(value)) collectFromObject(value, below);
}

/** Keys under which an error names its member. */
const memberNameKeys = `
  pointer field fieldName path propertyPath property param name attribute key loc location
  instancePath dataPath source target member
`
  .trim()
  .split(/\s+/);

/** Keys under which an error has its message. */
const messageKeys = `
  message msg detail description reason title error messages errors constraints
  defaultMessage code type keyword
`
  .trim()
  .split(/\s+/);

/** Keys under which an error has the errors of its members. */
const errorContainerPattern =
  /^(errors?|fieldErrors|field_errors|details?|violations|validation(Errors)?|validation_errors|invalid[-_]?params|fields|properties|data|messages?|issues|causes?|constraints)$/i;

function collectFromObject(value: JsonObject, at: CollectContext): void {
  const hasParts = Object.entries(value).some(([name, child]) => errorContainerPattern.test(name) && hasEntries(child));
  const member = hasParts ? undefined : findNamedMember(value);
  const words = messageKeys.flatMap((name) => listMessages(value[name]));
  if (member !== undefined && words.length > 0) {
    at.found.push({ member: appendMissingMember(member, value), words: words.join('. ') });
    return;
  }
  for (const [name, child] of Object.entries(value)) {
    const isContainer = errorContainerPattern.test(name);
    const texts = listMessages(child);
    if (!isContainer && texts.length > 0 && isMemberMessage(name, child, at))
      at.found.push(...texts.map((words) => ({ member: parseMemberPointer(name), words })));
    else collectComplaints(child, { ...at, isAmongErrors: isContainer && isObject(child) });
  }
}

/** Members of a problem document that describe the problem or the request, not a member of the body. */
const problemMemberPattern =
  /^(type|title|instance|status|code|statusCode|timestamp|path|method|name|className|stack|trace|requestId|error)$/i;

const isMemberMessage = (name: string, child: Json, { isAmongErrors, known }: CollectContext): boolean =>
  isAmongErrors || isTextList(child) || (known.includes(name) && !problemMemberPattern.test(name));

const hasEntries = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some((entry) => typeof entry === 'object')
    : isObject(value) && Object.keys(value).length > 0;

const isTextList = (value: Json): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string');

const listMessages = (value: Json | undefined): string[] =>
  typeof value === 'string'
    ? [value]
    : Array.isArray(value)
      ? value.filter((entry): entry is string => typeof entry === 'string')
      : isObject(value)
        ? ['message', 'msg', 'detail', 'description'].flatMap((name) =>
            typeof value[name] === 'string' ? [value[name]] : [],
          )
        : [];

function findNamedMember(value: JsonObject): string | undefined {
  for (const name of memberNameKeys) {
    const place = value[name];
    if (
      Array.isArray(place) &&
      place.length > 0 &&
      place.every((part) => typeof part === 'string' || typeof part === 'number')
    )
      return parseMemberPointer(place.map(String));
    if (isObject(place) && typeof place.pointer === 'string') return parseMemberPointer(place.pointer);
    if (typeof place === 'string' && isMemberName(place)) return parseMemberPointer(place);
  }
  return undefined;
}

const isMemberName = (text: string): boolean => text.length <= 120 && !/\s/.test(text) && !/^https?:/.test(text);

/** Validators report a missing or unknown member as an error of its object. */
function appendMissingMember(member: string, { params }: JsonObject): string {
  const named = isObject(params) ? (params.missingProperty ?? params.additionalProperty) : undefined;
  return typeof named === 'string' ? `${member}${buildPointer([named])}` : member;
}
