import { listMembers } from '../../../generate/schema/read-schema.js';
import { type Exchange, getHeader, hasStatus } from '../../../model/exchange.js';
import { parseMediaType } from '../../../model/field/media-type.js';
import { getMember, isObject, type Json, parsePointer } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';
import { findRawComplaints } from '../complaints/find-complaints.js';
import { type Complaint, parseComplaint, type RawComplaint } from '../complaints/parse-complaint.js';
import {
  type CorrectedCollection,
  correctBody,
  type OmittedMember,
  restoreMember,
  type WriteKind,
} from './correct-body.js';
import { narrowBody } from './narrow-body.js';
import { useExamples } from './use-examples.js';

/** Maximum number of omitted members that are tried again. */
const maxRestored = 6;
/** Maximum number of bodies of one kind: after the last one that taught something, and of all. */
const [maxTries, maxBodies] = [8, 30];
/** Number of bodies in a row that must be accepted: an ordinary one, then boundary cases. */
const requiredAccepted = 3;

/** Statuses that mean that a method is not implemented. */
export const isMethodAbsent = (exchange: Exchange): boolean => hasStatus(exchange, 404, 405, 501);

/** Learns which bodies of one kind the service accepts. */
export class BodyLearner {
  #known: Collection;
  /** With the media type that the service was seen to read. */
  #base: Collection;
  #accepted = 0;
  #tries = 0;
  #bodies = 0;
  #refusal: Exchange | undefined;
  #isStuck = false;
  readonly #changes: string[] = [];
  /** Optional members that were omitted together; once a body without them was accepted, they are tried one by one. */
  #omitted: readonly OmittedMember[] = [];
  #untried: readonly OmittedMember[] = [];

  constructor(
    private readonly given: Collection,
    private readonly writing: WriteKind,
    private readonly document: Json | undefined,
  ) {
    this.#known = given;
    this.#base = given;
  }

  /** The collection with which the next body is generated. Changes that did not lead to an accepted body are dropped. */
  get collection(): Collection {
    if (this.#accepted === 0 && !this.canContinue) return this.#base;
    const [next] = this.#isRestoring ? this.#untried : [];
    return next ? restoreMember(this.#known, this.writing, next, true) : this.#known;
  }

  /** Number of the body to generate, from 1. */
  get bodyNumber(): number {
    return this.#isRestoring ? 1 : this.#accepted + 1;
  }

  get canContinue(): boolean {
    return this.#bodies < maxBodies && (this.#isLearning || this.#isRestoring);
  }

  isAbsent(exchange: Exchange): boolean {
    return isMethodAbsent(exchange) && this.#accepted === 0 && this.given[this.writing]?.provenance === 'assumed';
  }

  record(exchange: Exchange, sent: Json): void {
    const isAccepted = hasStatus(exchange, 2);
    const [tried, ...rest] = this.#isRestoring ? this.#untried : [];
    this.#bodies += 1;
    if (tried) {
      this.#untried = rest;
      if (!isAccepted) return;
      this.#omitted = this.#omitted.filter((one) => one !== tried);
      this.#known = restoreMember(this.#known, this.writing, tried);
      return;
    }
    this.#tries += 1;
    if (isAccepted) {
      this.#accepted += 1;
      return;
    }
    if (hasStatus(this.#refusal ?? exchange, 415) && hasStatus(exchange, 400, 409, 422))
      this.#base = takeMediaType(this.given, this.#known, this.writing);
    this.#refusal ??= exchange;
    const corrected = correctRefused(this.#known, this.writing, exchange, sent, this.document, this.#accepted > 0);
    this.#isStuck = corrected === undefined;
    if (!corrected) return;
    const { collection, changes, omitted = [] } = corrected;
    this.#known = collection;
    this.#changes.push(...changes);
    this.#omitted = [...this.#omitted, ...omitted];
    this.#untried = [...this.#untried, ...omitted].slice(0, maxRestored);
    if (changes.length > 0) this.#tries = 0;
  }

  /** What the first refusal was, and with which changes bodies are accepted. */
  describe(): string[] {
    const refusal = this.#refusal;
    if (refusal === undefined) return [];
    const { method, answer, n } = refusal;
    const what = `${this.#known.name}: the service answered ${method} with ${answer?.status} (exchange ${n})`;
    const learned = [...new Set([...this.#changes, ...this.#describeOmitted()])].join(', ');
    if (this.#accepted > 0) return learned === '' ? [] : [`${what}; it is accepted when ${learned}`];
    if (hasStatus(refusal, 401, 403)) return [`${what}; credentials with more rights are needed to test it`];
    const words = (answer?.text ?? '').replace(/\s+/g, ' ').slice(0, 160);
    return [`${what}, and accepted no generated body: ${words}; declare ${declarationHints[this.writing]}`];
  }

  #describeOmitted(): string[] {
    const names = this.#omitted.map(({ name }) => name);
    return names.length === 0 ? [] : [`${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} omitted`];
  }

  get #isLearning(): boolean {
    const isDeclared = this.given[this.writing]?.provenance !== 'assumed';
    const isPlain = isDeclared && this.#changes.length + this.#omitted.length === 0;
    return !this.#isStuck && this.#tries < maxTries && this.#accepted < (isPlain ? 1 : requiredAccepted);
  }

  get #isRestoring(): boolean {
    return !this.#isLearning && this.#accepted > 0 && this.#untried.length > 0;
  }
}

const declarationHints: Readonly<Record<WriteKind, string>> = {
  create: 'resources[].create.example, or resources[].parents for ids of other items',
  replace: 'resources[].replace.example, or replace: false',
  patch: 'resources[].patch.example, or patch: false',
};

/** Changes the collection according to a refusal; undefined where nothing can be changed. */
function correctRefused(
  known: Collection,
  writing: WriteKind,
  exchange: Exchange,
  sent: Json,
  document: Json | undefined,
  isKnown: boolean,
): CorrectedCollection | undefined {
  if (hasStatus(exchange, 415)) return changeMediaType(known, writing, exchange);
  const tryExamples = (which: 'references' | 'all') =>
    writing === 'create' ? useExamples(known, document, which) : undefined;
  // What a creation refers to may be what does not exist.
  if (hasStatus(exchange, 404)) return tryExamples('references');
  if (!hasStatus(exchange, 400, 409, 422)) return undefined;
  const clear = findComplaints(exchange, sent, known[writing]?.request?.schema as Json | undefined);
  const told = clear.length > 0 ? clear : findUnclear(exchange, sent, known, writing);
  // A member with which a body was accepted has the right form; a large number may still be too large.
  const isOpen = (one: Complaint) => one.kind !== 'wrong' || (typeof one.value === 'number' && one.value >= 10);
  const complaints = isKnown ? told.filter(isOpen) : told;
  const corrected = correctBody(known, writing, complaints, sent, document);
  if (corrected === undefined)
    return tryExamples('references') ?? narrowBody(known, writing, exchange, document) ?? tryExamples('all');
  // A correction of one kind of body also applies to the others.
  const bounds = complaints.filter(({ kind }) => kind !== 'missing' && kind !== 'unknown');
  let { collection } = corrected;
  for (const other of writing === 'create' ? (['replace', 'patch'] as const) : [])
    collection = correctBody(collection, other, bounds, sent, document)?.collection ?? collection;
  return { ...corrected, collection };
}

/** Reads from a refusal which members are wrong, as far as its text is understood. */
export const findComplaints = (exchange: Exchange, sent: Json, schema: Json | undefined): readonly Complaint[] =>
  findRaw(exchange, [sent, readMembers(schema)]).flatMap(parseComplaint);

/** What a refusal says of members, as far as these were sent or are known: one of these may be meant. */
const findRaw = ({ answer }: Exchange, known: readonly Json[]): readonly RawComplaint[] =>
  findRawComplaints(
    answer?.json ?? answer?.text,
    known.flatMap((one) => (isObject(one) ? Object.keys(one) : [])),
  );

const readMembers = (schema: Json | undefined): Json => (isObject(schema) ? listMembers(schema) : {});

/**
 * Complaints in words that are not understood: a member of items that was not sent is missing, and one that was is wrong. No other word
 * is a member: it may be a switch that lets a creation replace what exists. A conflict (409) is not about the form of the content.
 */
function findUnclear(exchange: Exchange, sent: Json, collection: Collection, writing: WriteKind): Complaint[] {
  const known = [sent, readMembers(collection.item as Json), readMembers(collection[writing]?.request?.schema as Json)];
  if (!hasStatus(exchange, 400, 422) || !isObject(sent)) return [];
  return findRaw(exchange, known).flatMap(({ member, words }): Complaint[] => {
    const [name = '', below] = parsePointer(member);
    if (below !== undefined || !known.some((one) => isObject(one) && Object.hasOwn(one, name))) return [];
    const value = getMember(sent, name);
    return [
      value === undefined ? { kind: 'missing', member } : { kind: 'wrong', member, value, isType: /type/i.test(words) },
    ];
  });
}

/** A collection whose bodies of a kind have the media type of another. */
function takeMediaType(given: Collection, known: Collection, writing: WriteKind): Collection {
  const { [writing]: operation } = given;
  const mediaType = known[writing]?.request?.mediaType;
  if (operation?.request === undefined || mediaType === undefined) return given;
  return { ...given, [writing]: { ...operation, request: { ...operation.request, mediaType } } };
}

/** Uses another media type: one that the service names (RFC 9110 §15.5.16, RFC 5789 §2.2), or the other common one. */
function changeMediaType(
  collection: Collection,
  writing: WriteKind,
  { answer }: Exchange,
): CorrectedCollection | undefined {
  const operation = collection[writing];
  if (operation?.request === undefined || operation.provenance === 'described') return undefined;
  const told = [getHeader(answer, writing === 'patch' ? 'accept-patch' : 'accept-post'), getHeader(answer, 'accept')]
    .flatMap((list) => (list ?? '').split(','))
    .map((type) => parseMediaType(type).essence);
  const usual =
    writing === 'patch' ? ['application/merge-patch+json', 'application/json'] : ['application/x-www-form-urlencoded'];
  const isSendable = (type: string) =>
    usual.includes(type) || (/[/+]json$/.test(type) && !parseMediaType(type).isJsonPatch);
  const patches = writing === 'patch' ? told.filter((type) => parseMediaType(type).isJsonPatch) : [];
  const known = operation.request.mediaType;
  const mediaType = [...told.filter(isSendable), ...patches, ...usual].find((type) => type !== known);
  if (mediaType === undefined) return undefined;
  return {
    collection: { ...collection, [writing]: { ...operation, request: { ...operation.request, mediaType } } },
    changes: [`it is sent as ${mediaType}`],
  };
}
