import { flattenSchema, listMembers, listRequired } from '../../../generate/schema/read-schema.js';
import { buildPointer, getMember, isObject, type Json, type JsonObject, parsePointer } from '../../../model/json.js';
import { getSchemaSource } from '../../../model/service/operation.js';
import type { Collection } from '../../../model/service/subject.js';
import { adoptMarker } from '../../items/identity.js';
import type { Complaint } from '../complaints/parse-complaint.js';
import { chooseOther, guessId, guessMember, isAskedId } from './guess-member.js';

/** A kind of request with a body on a collection. */
export type WriteKind = 'create' | 'replace' | 'patch';

/** A collection with bodies that the service accepts, and a description of the changes. */
export interface CorrectedCollection {
  readonly collection: Collection;
  readonly changes: readonly string[];
  /** Optional members that were omitted although the service did not name them; each may be accepted. */
  readonly omitted?: readonly OmittedMember[];
}

export interface OmittedMember {
  readonly name: string;
  readonly schema: Json;
}

/**
 * Changes the bodies of a collection according to the complaints of the service. `sent` is the refused body: a
 * complaint about a member that was not sent asks for that member. Returns undefined when nothing could be changed.
 */
export function correctBody(
  collection: Collection,
  writing: WriteKind,
  complaints: readonly Complaint[],
  sent: Json,
  document: Json | undefined,
): CorrectedCollection | undefined {
  let corrected = collection;
  const changes = new Set<string>();
  for (const complaint of complaints) {
    const next = sendShared(corrected, complaint) ?? applyComplaint(corrected, writing, complaint, sent, document);
    if (next === undefined) continue;
    corrected = next;
    changes.add(describeChange(complaint));
  }
  return changes.size === 0 ? undefined : { collection: corrected, changes: [...changes] };
}

function applyComplaint(
  collection: Collection,
  writing: WriteKind,
  complaint: Complaint,
  sent: Json,
  document: Json | undefined,
): Collection | undefined {
  const { member, kind } = complaint;
  const tokens = parsePointer(member);
  const { unique, overrides } = collection;
  if (kind === 'unknown' && writing !== 'patch') return omitFromBodies(collection, member, sent);
  if (kind !== 'unknown' && (tokens.length === 0 || Object.hasOwn(overrides, member))) return undefined;
  if (kind === 'taken') return unique.includes(member) ? undefined : { ...collection, unique: [...unique, member] };
  // No value can be generated that refers to an item; another request may send one that is known.
  if (kind === 'unknown' || kind === 'reference')
    return writing === 'patch' ? omitFromPatch(collection, tokens, document) : undefined;
  const known = kind === 'missing' || kind === 'empty' ? sendWithheld(collection, member) : collection;
  const operation = collection[writing];
  const guess = isAskedId(collection, member) ? guessId(collection, member, document) : undefined;
  const refused = { complaint, document, isPartial: writing === 'patch', guess };
  const schema = rewriteSchema(operation?.request?.schema as Json | undefined, tokens, sent, refused);
  if (operation?.request === undefined || schema === undefined) return known === collection ? undefined : known;
  // A refused example is not used again. What the service insists on is not promised by its document.
  const { example: _, ...request } = operation.request;
  const taught = [...new Set([...(request.taught ?? []), member])];
  return {
    ...dropMarker(adoptMarker(known, schema, member, document), complaint),
    [writing]: { ...operation, request: { ...request, schema, taught } },
  };
}

/** Sends a member that the service asks for with the value that its list needs under that name. */
function sendShared({ listQuery = {}, ...rest }: Collection, { kind, member }: Complaint): Collection | undefined {
  const value = kind === 'missing' ? getMember(listQuery, parsePointer(member).join('/')) : undefined;
  if (value === undefined || Object.hasOwn(rest.overrides, member)) return undefined;
  return { ...rest, listQuery, overrides: { ...rest.overrides, [member]: value } };
}

/** Sends a member that the service seemed to assign, because it asks for it. An id is a new one for each item. */
function sendWithheld(collection: Collection, member: string): Collection {
  const { serverAssigned = [], unique } = collection;
  const isId = isAskedId(collection, member) && !unique.includes(member);
  if (!serverAssigned.includes(member) && !isId) return collection;
  return {
    ...collection,
    ...(collection.serverAssigned && { serverAssigned: serverAssigned.filter((own) => own !== member) }),
    unique: isId ? [...unique, member] : unique,
  };
}

/** A member that does not accept texts, or only those of a certain form, cannot carry the marker. */
function dropMarker(collection: Collection, complaint: Complaint): Collection {
  const { marker, ...unmarked } = collection;
  const isText = complaint.kind !== 'wrong' && (complaint.kind !== 'type' || complaint.type === 'string');
  return isText || complaint.member !== marker ? collection : unmarked;
}

/**
 * Returns the collection without this member in its bodies; undefined when nothing changes, or when the member is
 * required.
 */
function omitFromBodies(collection: Collection, member: string, sent: Json): Collection | undefined {
  const { serverAssigned = [], overrides, marker, ...rest } = collection;
  if (Object.hasOwn(overrides, member) || serverAssigned.includes(member)) return undefined;
  let value: Json | undefined = sent;
  for (const token of parsePointer(member)) value = isObject(value) ? getMember(value, token) : undefined;
  if (value === undefined || member === '') return undefined;
  // A member that the service does not accept cannot carry the marker.
  const kept = marker === undefined || marker === member ? {} : { marker };
  return { ...rest, overrides, serverAssigned: [...serverAssigned, member], ...kept };
}

/**
 * Returns the collection without this member in patches; it is still sent in creations, because it may be immutable.
 */
function omitFromPatch(
  collection: Collection,
  [name = '', ...below]: readonly string[],
  document: Json | undefined,
): Collection | undefined {
  const { create, patch } = collection;
  const source = patch?.request?.schema === undefined ? create : patch;
  const open = flattenSchema(source?.request?.schema as Json | undefined, document);
  const { [name]: dropped, ...properties } = listMembers(open);
  if (!patch || !source || below.length > 0 || dropped === undefined) return undefined;
  const required = listRequired(open).filter((one) => one !== name);
  const { example: _, ...request } = patch.request ?? { mediaType: 'application/json' };
  const schema = { ...open, properties, required };
  return { ...collection, patch: { ...patch, request: { ...request, schema, schemaFrom: getSchemaSource(source) } } };
}

/** Returns the collection with an omitted member in the bodies of one operation again, in each of them if `isTried`. */
export function restoreMember(
  collection: Collection,
  writing: WriteKind,
  { name, schema }: OmittedMember,
  isTried = false,
): Collection {
  const operation = collection[writing];
  const body = operation?.request?.schema;
  if (operation?.request === undefined || !isObject(body)) return collection;
  const properties = { ...listMembers(body), [name]: schema };
  const required = [...listRequired(body), ...(isTried ? [name] : [])];
  const request = { ...operation.request, schema: { ...body, properties, required } };
  return { ...collection, [writing]: { ...operation, request } };
}

/** A refused body. A partial body need not have the missing members. */
interface RefusedBody {
  readonly complaint: Complaint;
  readonly document: Json | undefined;
  readonly isPartial: boolean;
  /** What a member is that only the service knows, where more than its name tells. */
  readonly guess: JsonObject | undefined;
}

/** Returns the schema with one member changed, resolved along the pointer to it; undefined when nothing changes. */
function rewriteSchema(
  schema: Json | undefined,
  [token = '', ...rest]: readonly string[],
  sent: Json | undefined,
  refused: RefusedBody,
): JsonObject | undefined {
  const { complaint, document, isPartial, guess } = refused;
  const open = flattenSchema(schema, document);
  if (open === undefined || /^\d+$/.test(token)) return undefined;
  const properties = listMembers(open);
  const required = listRequired(open);
  const part = isObject(sent) ? getMember(sent, token) : undefined;
  const member = getMember(properties, token);
  const child =
    rest.length > 0
      ? rewriteSchema(member, rest, part, refused)
      : correctMember(
          flattenSchema(member, document) ?? {},
          complaint,
          guess ?? guessMember(token),
          part !== undefined,
        );
  if (child === undefined) return undefined;
  const isWanted = !isPartial && (part === undefined || complaint.kind === 'missing' || complaint.kind === 'empty');
  const next = {
    ...open,
    type: 'object',
    properties: { ...properties, [token]: child },
    ...(isWanted && { required: required.includes(token) ? required : [...required, token] }),
  };
  return JSON.stringify(next) === JSON.stringify({ type: 'object', ...open }) ? undefined : next;
}

function correctMember(schema: JsonObject, complaint: Complaint, guess: JsonObject, wasSent: boolean) {
  if (complaint.kind === 'type') return { type: complaint.type };
  if (complaint.kind === 'format') return { type: 'string', format: complaint.format };
  if (complaint.kind === 'wrong') return chooseOther(schema, complaint);
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null') as string[];
  if (complaint.kind === 'enum') {
    // Values are given as texts; the member keeps the type that it had before.
    const isNumeric = types.includes('integer') || types.includes('number');
    const before = Array.isArray(schema.enum) && schema.enum.some((value) => typeof value === 'number');
    const { values } = complaint;
    return { enum: isNumeric || before ? values.map(Number).filter(Number.isFinite) : [...values] };
  }
  if (complaint.kind === 'missing' || complaint.kind === 'empty') {
    if (Object.keys(schema).length === 0) return requireContent(guess, wasSent);
    return requireContent(schema, wasSent);
  }
  return 'limit' in complaint ? limitMember(schema, complaint) : undefined;
}

function limitMember(schema: JsonObject, { kind, limit, isWhole }: Extract<Complaint, { limit: number }>): JsonObject {
  const number = isWhole ? 'integer' : 'number';
  const counted = kind.endsWith('Length') ? 'string' : kind.endsWith('Items') ? 'array' : undefined;
  // A bound of numbers means that a member that was sent as a text is a number.
  if (!counted && schema.type === 'string') return { type: number, [kind]: limit };
  // The opposite limit is removed when the new limit leaves no possible value.
  const isLeast = kind.startsWith('min');
  const opposite = isLeast ? kind.replace('min', 'max') : kind.replace('max', 'min');
  const { [opposite]: other, ...open } = schema;
  const isClash = typeof other === 'number' && (isLeast ? other < limit : other > limit);
  return { ...(isClash ? open : schema), type: schema.type ?? counted ?? number, [kind]: limit };
}

/** A member that was sent and still counts as missing was empty or null. */
function requireContent(schema: JsonObject, wasSent: boolean): JsonObject {
  if (!wasSent) return schema;
  const types = [schema.type ?? []].flat().filter((type) => type !== 'null') as string[];
  const isText = types.includes('string') || types.length === 0;
  return {
    ...schema,
    ...(types.length > 0 && { type: types.length === 1 ? (types[0] as string) : types }),
    ...(isText && { minLength: Math.max(1, Number(schema.minLength ?? 0)) }),
    ...(types.includes('array') && { minItems: Math.max(1, Number(schema.minItems ?? 0)) }),
  };
}

function describeChange(complaint: Complaint): string {
  const name = parsePointer(complaint.member).join('.') || buildPointer([]);
  if ('limit' in complaint) return `${name} has ${complaint.kind} ${complaint.limit}`;
  if (complaint.kind === 'type') return `${name} is of type ${complaint.type}`;
  if (complaint.kind === 'format') return `${name} is of format ${complaint.format}`;
  if (complaint.kind === 'enum') return `${name} is one of ${complaint.values.join(', ')}`;
  return {
    missing: `${name} is required`,
    empty: `${name} must not be empty`,
    unknown: `${name} is omitted`,
    wrong: `${name} has another form`,
    taken: `${name} is unique`,
    reference: '',
  }[complaint.kind];
}
