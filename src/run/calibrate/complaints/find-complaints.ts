import { buildPointer, isObject, type Json, type JsonObject } from '../../../model/json.js';
import type { RawComplaint } from './parse-complaint.js';

/**
 * Finds what an error response says about single members, in the formats of common frameworks: lists of objects with a
 * member name and a message, objects from member to messages, and plain sentences that contain a known member name.
 */
export function findRawComplaints(error: Json | undefined, known: readonly string[]): RawComplaint[] {
  const told = collectComplaints(error, { known, isAmongErrors: false, depth: 0 });
  const found = told.length > 0 ? told : findNames(error, known);
  return [...new Map(found.map((one) => [`${one.member} ${one.words}`, one])).values()];
}

/** The member that a message of an error names, in whatever language it is. */
function findNames(error: Json | undefined, known: readonly string[]): RawComplaint[] {
  const texts = isObject(error) ? messageMembers.flatMap((name) => listMessages(error[name])) : [];
  return texts.flatMap(splitSentences).flatMap((words) => {
    const [name, another] = new Set(words.split(/[^\w$]+/).filter((word) => known.includes(word)));
    return name === undefined || another !== undefined ? [] : [{ member: buildPointer([name]), words }];
  });
}

interface CollectContext {
  /** Names of members that were sent or are in the schema. */
  readonly known: readonly string[];
  readonly isAmongErrors: boolean;
  readonly depth: number;
}

const maxDepth = 6;

function collectComplaints(value: Json | undefined, at: CollectContext): RawComplaint[] {
  if (at.depth > maxDepth) return [];
  const below = { ...at, depth: at.depth + 1 };
  if (typeof value === 'string') return parseSentences(value, at.known);
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap((entry) => collectComplaints(entry, below));
  return isObject(value) ? collectFromObject(value, below) : [];
}

const memberNameKeys = `
  pointer field fieldName path propertyPath property param name attribute key loc location
  instancePath dataPath source target member
`
  .trim()
  .split(/\s+/);

const messageKeys = `
  message msg detail description reason title error messages errors constraints
  defaultMessage code type keyword
`
  .trim()
  .split(/\s+/);

/** Keys under which an error has the errors of its members. */
const errorContainerPattern =
  /^(errors?|fieldErrors|field_errors|details?|violations|validation(Errors)?|validation_errors|invalid[-_]?params|fields|properties|data|messages?|issues|causes?|constraints)$/i;

function collectFromObject(value: JsonObject, at: CollectContext): RawComplaint[] {
  const entries = Object.entries(value);
  const hasParts = entries.some(([name, child]) => errorContainerPattern.test(name) && hasEntries(child));
  const named = hasParts ? undefined : findNamedMember(value);
  const words = messageKeys.flatMap((name) => listMessages(value[name]));
  if (named !== undefined && words.length > 0) {
    // Validators report a missing or unknown member as an error of its object.
    const { missingProperty, additionalProperty } = isObject(value.params) ? value.params : {};
    const inner = missingProperty ?? additionalProperty;
    const member = typeof inner === 'string' ? `${named}${buildPointer([inner])}` : named;
    return [{ member, words: words.join('. ') }];
  }
  return entries.flatMap(([name, child]) => {
    const isContainer = errorContainerPattern.test(name);
    const isKnown = at.known.includes(name) && !problemMemberPattern.test(name);
    // Beside the errors of members, other members say what the errors are about.
    const isAbout = (at.isAmongErrors && !hasParts) || isKnown || isTextList(child);
    const texts = isContainer || !isAbout ? [] : listMessages(child);
    // An identifier is no complaint: it says what the error is, in a member of any name.
    if (texts.length > 0 && texts.every((text) => /^(urn|https?):\S+$/i.test(text))) return [];
    if (texts.length > 0) return texts.map((text) => ({ member: parseMemberPointer(name), words: text }));
    return collectComplaints(child, { ...at, isAmongErrors: isContainer && isObject(child) });
  });
}

/** Members of a problem document that describe the problem or the request, not a member of the body. */
const problemMemberPattern =
  /^(type|title|instance|status|code|statusCode|timestamp|path|method|name|className|stack|trace|requestId|error)$/i;

const hasEntries = (value: Json): boolean =>
  Array.isArray(value)
    ? value.some((entry) => typeof entry === 'object')
    : isObject(value) && Object.keys(value).length > 0;

const isTextList = (value: Json): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((entry) => typeof entry === 'string');

const messageMembers = ['message', 'msg', 'detail', 'description'];

function listMessages(value: Json | undefined): string[] {
  const texts = isObject(value) ? messageMembers.map((name) => value[name]) : [value].flat();
  return texts.filter((text) => typeof text === 'string');
}

function findNamedMember(value: JsonObject): string | undefined {
  for (const name of memberNameKeys) {
    const place = value[name];
    const isPath = Array.isArray(place) && place.every((part) => typeof part === 'string' || typeof part === 'number');
    if (isPath && place.length > 0) return parseMemberPointer(place.map(String));
    if (isObject(place) && typeof place.pointer === 'string') return parseMemberPointer(place.pointer);
    const isName = typeof place === 'string' && place.length <= 120 && !/\s/.test(place) && !/^https?:/.test(place);
    if (isName) return parseMemberPointer(place);
  }
  return undefined;
}

/**
 * Converts a location in the syntax of a framework (`/a/b`, `#/a/b`, `a.b`, `body.a[0].b`, `$.a`, `["body","a"]`) to a
 * JSON Pointer into the body.
 */
function parseMemberPointer(place: string | readonly string[]): string {
  const dotted = (text: string) => text.replace(/^\$\.?/, '').replace(/\[['"]?([^\]'"]*)['"]?\]/g, '.$1');
  const split = (text: string) => (/^#?\//.test(text) ? text.replace(/^#/, '').split('/') : dotted(text).split(/[./]/));
  const tokens = typeof place === 'string' ? split(place) : place;
  const own = tokens.filter((token) => token !== '');
  const [first = ''] = own;
  const isWhole = /^(body|requestBody|payload|root)$/i.test(first);
  const isAround = own.length > 1 && /^(data|json|input|entity)$/i.test(first);
  const inside = isWhole || isAround ? own.slice(1) : own;
  const isResource = inside[0] === 'attributes' && tokens.includes('data');
  return inside.length === 0 ? '' : buildPointer(isResource ? inside.slice(1) : inside);
}

/** The parts of a message that may each be about another member; none of a text that is too long for a message. */
const splitSentences = (text: string): readonly string[] =>
  text.length > 4_000 ? [] : text.split(/(?<=[.;!])\s+|\n|,\s+(?=\w+(?:\.\w+)*: |body[./])/);

/** Finds sentences with a known member name, or with a quoted name beside words that are used only for members. */
function parseSentences(text: string, known: readonly string[]): RawComplaint[] {
  return splitSentences(text).flatMap((part) => {
    const list = parseMemberList(part);
    if (list.length > 0) return list.map((name) => ({ member: parseMemberPointer(name), words: part }));
    const member = findMemberInSentence(part, known);
    return member === undefined ? [] : [{ member: parseMemberPointer(member), words: part }];
  });
}

const memberWord = '(?:parameter|propert(?:y|ie)|field|member|attribute|key|argument|column)s?';
const problemWord = '(?:unexpected|unknown|unrecogni[sz]ed|unpermitted|extra|additional|missing|required|not allowed)';
const listName = `['"\`]?[A-Za-z_$][\\w.$-]{0,60}['"\`]?`;
/** A sentence that ends with a list of members (`Unexpected parameters: a, b`), or begins with one (`a, b are required`). */
const memberListPatterns = [
  `\\b(?:${problemWord}\\b.*${memberWord}|${memberWord}.*${problemWord})[^:]*:\\s*\\[?(${listName}(?:\\s*(?:,|and|&)\\s*${listName})*)\\]?\\W*$`,
  `^\\W*(${listName}(?:\\s*(?:,|and|&)\\s*${listName})+) (?:are|must be|should be|cannot be|may not be)\\b`,
].map((text) => new RegExp(text, 'i'));

/** The members that a sentence lists; none where it speaks of one member in another way. */
function parseMemberList(sentence: string): string[] {
  const list = memberListPatterns.map((pattern) => pattern.exec(sentence)?.[1]).find((found) => found !== undefined);
  const names = (list ?? '').split(/\s*(?:,|&|\band\b)\s*/i).map((name) => name.replace(/['"`]/g, '').trim());
  return names.filter((name) => name !== '');
}

const complaintWordPattern =
  /required|missing|must|should|not allowed|unknown|unrecogni[sz]ed|unexpected|invalid|blank|empty|additional|already|unique|taken|exist|least|most|one of|allowed|support|valid/i;

function findMemberInSentence(part: string, known: readonly string[]): string | undefined {
  if (!complaintWordPattern.test(part)) return undefined;
  const quoted = [...part.matchAll(/['"`]([\w.$[\]-]{1,60})['"`]/g)].map(([, name = '']) => name);
  const asPath = /\bbody[./]([\w./-]+)/.exec(part)?.[1];
  const words = part.match(/[A-Za-z_$][\w$]*(?:\.[\w$]+)*/g) ?? [];
  const isKnown = (name: string) => known.includes(name) || known.includes(name.split('.')[0] ?? '');
  return (
    asPath ??
    quoted.find(isKnown) ??
    words.find(isKnown) ??
    (/propert|field|member|parameter|attribute|key|column|required|missing/i.test(part) ? quoted[0] : undefined) ??
    findLeadingName(part) ??
    /^(?:the )?(?:field |property )?([A-Za-z_][\w.]*) (?:is|must|should|can|cannot|may)\b/.exec(part)?.[1] ??
    /(?:missing|unknown|unexpected|required)(?: required)?(?: field| property| parameter| key| member| attribute)s?:? ([A-Za-z_][\w.]*)/i.exec(
      part,
    )?.[1]
  );
}

/** The name before a colon, as in `name: must be a string`, unless it names the kind of problem. */
function findLeadingName(part: string): string | undefined {
  const [, name] = /^\W*([A-Za-z_$][\w$]*(?:[.[][\w$\]]+)*): /.exec(part) ?? [];
  return name === undefined ||
    /error|exception|invalid|fail|request|validation|message|detail|reason|warning/i.test(name)
    ? undefined
    : name;
}
