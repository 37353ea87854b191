import { type Exchange, hasStatus } from '../../../model/exchange.js';
import { isObject, type Json } from '../../../model/json.js';
import type { Collection } from '../../../model/service/subject.js';
import { findRawComplaints } from '../complaints/find-complaints.js';
import { type Complaint, parseComplaint } from '../complaints/parse-complaint.js';
import { type CorrectedCollection, correctBody, type OmittedMember, type WriteKind } from './correct-body.js';
import { changeMediaType, narrowBody } from './narrow-values.js';
import { restoreMember } from './omit-member.js';

/** Maximum number of omitted members that are tried again. */
const maxRestored = 6;

/** Maximum number of bodies of one kind that are sent after the last one that taught something. */
const maxTries = 8;
/** Maximum number of bodies of one kind. */
const maxBodies = 30;
/** Number of bodies in a row that must be accepted: an ordinary one, then boundary cases. */
const requiredAccepted = 3;

/** Statuses that mean that a method is not implemented. */
export const isMethodAbsent = (exchange: Exchange): boolean => hasStatus(exchange, 404, 405, 501);
/** Statuses that mean that a body is not valid. */
const isBodyRefused = (exchange: Exchange): boolean => hasStatus(exchange, 400, 409, 415, 422);

/** Learns which bodies of one kind the service accepts. */
export function createBodyLearner(collection: Collection, writing: WriteKind) {
  let known = collection;
  let accepted = 0;
  let tries = 0;
  let bodies = 0;
  let refusal: Exchange | undefined;
  let isStuck = false;
  const restorer = createMemberRestorer(writing);
  const changes: string[] = [];
  const take = (corrected: CorrectedCollection | undefined) => {
    isStuck = corrected === undefined;
    if (!corrected) return;
    known = corrected.collection;
    changes.push(...corrected.changes);
    restorer.omit(corrected.omitted ?? []);
    if (corrected.changes.length > 0) tries = 0;
  };
  const isPlain = () =>
    collection[writing]?.provenance !== 'assumed' && changes.length + restorer.describe().length === 0;
  const isLearning = () => !isStuck && tries < maxTries && accepted < (isPlain() ? 1 : requiredAccepted);
  const isRestoring = () => !isLearning() && accepted > 0 && restorer.hasUntried();
  const goesOn = () => bodies < maxBodies && (isLearning() || isRestoring());
  return {
    // Changes that did not lead to an accepted body are dropped.
    getCollection: () => (accepted === 0 && !goesOn() ? collection : isRestoring() ? restorer.propose(known) : known),
    /** Number of the body to generate, from 1. */
    getBodyNumber: () => (isRestoring() ? 1 : accepted + 1),
    canContinue: goesOn,
    isAbsent: (exchange: Exchange) =>
      isMethodAbsent(exchange) && accepted === 0 && collection[writing]?.provenance === 'assumed',
    record(exchange: Exchange, sent: Json, document: Json | undefined): void {
      bodies += 1;
      if (isRestoring()) {
        known = restorer.record(known, hasStatus(exchange, 2));
        return;
      }
      tries += 1;
      if (hasStatus(exchange, 2)) accepted += 1;
      else {
        refusal ??= exchange;
        take(isBodyRefused(exchange) ? applyRefusal(known, writing, exchange, sent, document) : undefined);
      }
    },
    describeResult: () =>
      refusal === undefined
        ? []
        : describeLearned(known, writing, refusal, accepted > 0 ? [...changes, ...restorer.describe()] : undefined),
  };
}

export type BodyLearner = ReturnType<typeof createBodyLearner>;

/** What the first refusal was, and with which `changes` bodies are accepted; undefined when none was. */
function describeLearned(
  known: Collection,
  writing: WriteKind,
  refusal: Exchange,
  changes: readonly string[] | undefined,
): string[] {
  const what = `${known.name}: the service answered ${refusal.method} with ${refusal.answer?.status} (exchange ${refusal.n})`;
  const learned = [...new Set(changes)].join(', ');
  if (changes !== undefined) return learned === '' ? [] : [`${what}; it is accepted when ${learned}`];
  if (hasStatus(refusal, 401, 403)) return [`${what}; credentials with more rights are needed to test it`];
  const words = (refusal.answer?.text ?? '').replace(/\s+/g, ' ').slice(0, 160);
  return [`${what}, and accepted no generated body: ${words}; declare ${declarationHints[writing]}`];
}

const declarationHints: Readonly<Record<WriteKind, string>> = {
  create: 'resources[].create.example, or resources[].parents for ids of other items',
  replace: 'resources[].replace.example, or replace: false',
  patch: 'resources[].patch.example, or patch: false',
};

/** Changes the collection according to the refusal. */
function applyRefusal(
  known: Collection,
  writing: WriteKind,
  exchange: Exchange,
  sent: Json,
  document: Json | undefined,
): CorrectedCollection | undefined {
  if (hasStatus(exchange, 415)) return changeMediaType(known, writing, exchange);
  const complaints = findComplaints(exchange, sent, known[writing]?.request?.schema);
  const corrected = correctBody(known, writing, complaints, sent, document);
  if (corrected === undefined) return narrowBody(known, writing, exchange, document);
  // A correction of one kind of body also applies to the others.
  const others = writing === 'create' ? (['replace', 'patch'] as const) : [];
  const bounds = complaints.filter(({ kind }) => kind !== 'missing' && kind !== 'unknown');
  const collection = others.reduce(
    (one, other) => correctBody(one, other, bounds, sent, document)?.collection ?? one,
    corrected.collection,
  );
  return { ...corrected, collection };
}

/** Reads from a refusal which members are wrong, as far as its text is understood. */
export function findComplaints(exchange: Exchange, sent: Json, schema: Json | undefined): readonly Complaint[] {
  const names = [
    ...Object.keys(isObject(sent) ? sent : {}),
    ...Object.keys(isObject(schema) && isObject(schema.properties) ? schema.properties : {}),
  ];
  return findRawComplaints(exchange.answer?.json ?? exchange.answer?.text, names).flatMap(parseComplaint);
}

/** Tries optional members, which were omitted together, one by one, once a body without them was accepted. */
function createMemberRestorer(writing: WriteKind) {
  let omitted: readonly OmittedMember[] = [];
  let untried: readonly OmittedMember[] = [];
  return {
    /** Takes members that were omitted now. */
    omit(members: readonly OmittedMember[]): void {
      omitted = [...omitted, ...members];
      untried = [...untried, ...members].slice(0, maxRestored);
    },
    hasUntried: () => untried.length > 0,
    /** The collection with the next member in each body. */
    propose: (known: Collection) => (untried[0] ? restoreMember(known, writing, untried[0], true) : known),
    /** The collection with the member that was tried, if a body with it was accepted. */
    record(known: Collection, isAccepted: boolean): Collection {
      const [tried, ...rest] = untried;
      untried = rest;
      if (tried === undefined || !isAccepted) return known;
      omitted = omitted.filter((one) => one !== tried);
      return restoreMember(known, writing, tried);
    },
    /** What is omitted, in words. */
    describe: () =>
      omitted.length === 0
        ? []
        : [`${omitted.map(({ name }) => name).join(', ')} ${omitted.length === 1 ? 'is' : 'are'} omitted`],
  };
}
