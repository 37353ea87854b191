import { flattenObject } from '../../generate/schema/read-schema.js';
import type { ClientRequest } from '../../http/exchange.js';
import type { StopReason } from '../../limits/circuit-breaker.js';
import { UnsentError } from '../../limits/request-meter.js';
import { isEquivalent } from '../../model/difference.js';
import { parseMediaType } from '../../model/field/media-type.js';
import { getMember, isObject, type Json, type JsonObject, readJson } from '../../model/json.js';
import type { Collection } from '../../model/service/subject.js';
import { unwrapSent } from '../content/request-content.js';
import type { Route } from '../passive/route-table.js';

/** What the content of an unsafe request is, as far as its text says it. */
export type ContentKind = 'object' | 'no members' | 'no object' | 'empty' | 'no JSON' | 'array';

export interface SentContent {
  readonly kind: ContentKind;
  /** The object that it has as JSON; undefined for anything else. */
  readonly object: JsonObject | undefined;
}

/** The methods whose content has kinds that are earned. */
export type ContentMethod = 'POST' | 'PUT' | 'PATCH';

/** Reads the content of a request. A JSON Patch and a form count as objects: they name members. */
export function readSentContent({ content, headers = {} }: Pick<ClientRequest, 'content' | 'headers'>): SentContent {
  const text = (content?.startsWith('\uFEFF') ? content.slice(1) : (content ?? '')).trim();
  if (text === '') return { kind: 'empty', object: undefined };
  const field = Object.keys(headers).find((name) => name.toLowerCase() === 'content-type');
  const value = field === undefined ? undefined : headers[field];
  const type = typeof value === 'string' ? value : '';
  const json = readJson(text);
  const object = isObject(json) ? json : undefined;
  if (/form/i.test(type)) return { kind: 'object', object };
  // A lenient reader may take "[[[" for a list, too.
  if (text.startsWith('['))
    return { kind: parseMediaType(type).isJsonPatch && json !== undefined ? 'object' : 'array', object };
  if (json === undefined) return { kind: 'no JSON', object };
  if (object === undefined) return { kind: 'no object', object };
  return { kind: Object.keys(object).length === 0 ? 'no members' : 'object', object };
}

/**
 * Whether an object breaks a constraint of its schema that can be seen at once: a type, a value, a length, a missing member. A
 * validator would have to be compiled for each schema, and decides no more about what checks break on purpose.
 */
export function isInvalidObject(
  collection: Collection,
  method: ContentMethod,
  sent: Json | undefined,
  document: Json | undefined,
): boolean {
  const { create, replace, patch } = collection;
  const operation = { POST: create, PUT: replace ?? create, PATCH: patch }[method];
  const { schema, members } = flattenObject(operation?.request?.schema, document);
  if (schema === undefined || !isObject(sent)) return false;
  const inside = unwrapSent(sent, collection, method);
  if (!isObject(inside)) return true;
  const { required } = schema;
  if (method !== 'PATCH' && Array.isArray(required))
    for (const name of required as readonly Json[])
      if (typeof name === 'string' && !Object.hasOwn(inside, name)) return true;
  for (const [name, value] of Object.entries(inside)) {
    const own = members.get(name);
    if (own !== undefined && isBroken(own, value)) return true;
  }
  return false;
}

function isBroken(schema: JsonObject, value: Json): boolean {
  const { type, enum: values } = schema;
  const types = typeof type === 'string' ? [type] : Array.isArray(type) ? (type as readonly Json[]) : [];
  if (value === null) return types.length > 0 && !types.includes('null') && schema.nullable !== true;
  const own = Array.isArray(value) ? 'array' : typeof value;
  const isOfType = types.includes(own) || (types.includes('integer') && Number.isInteger(value));
  if (types.length > 0 && !isOfType) return true;
  if (Array.isArray(values) && !values.includes(value)) return typeof value !== 'object';
  const [lowest, highest] = getMember(limitKeywords, own) ?? [];
  if (lowest === undefined || highest === undefined) return false;
  const size = typeof value === 'number' ? value : [...(value as string | readonly Json[])].length;
  const [least, most] = [schema[lowest], schema[highest]];
  return (typeof least === 'number' && size < least) || (typeof most === 'number' && size > most);
}

/** The keywords that limit values and lengths, by type. */
const limitKeywords = {
  number: ['minimum', 'maximum'],
  string: ['minLength', 'maxLength'],
  array: ['minItems', 'maxItems'],
};

/**
 * The kinds of content in the order in which a run sends the first of each: a valid object, one with a member of a wrong type, one
 * without a member, an object without members, no object, no content, no JSON.
 */
export const rungs = [
  'valid',
  'wrong member',
  'missing member',
  'no members',
  'no object',
  'empty',
  'no JSON',
] as const;
export type Rung = (typeof rungs)[number];

/** Content that a check wants to send, and that milder content has not earned yet. */
export interface WantedRung {
  readonly collection: string;
  readonly method: ContentMethod;
  readonly rung: Rung;
}

/** The labels of requests of checks: those of what prepares a run have no suite. */
const rulePattern = /^[^@]*\/[^@]*@/;

/** The name of the step that earns kinds of content, with which the labels of its requests begin. */
export const earningStep = 'earn';

/** Which kinds of content were sent without harm, by collection and method. */
export class EarnedContent {
  /** The harshest kind that was sent, as a position in {@link rungs}. */
  readonly #earned = new Map<string, number>();
  /** Why content of a kind cannot be tried. */
  readonly #failures = new Map<string, StopReason>();
  /** What checks want, by the label of their requests. */
  readonly #wanted = new Map<string, WantedRung[]>();
  readonly #turns = new Map<string, Promise<void>>();

  /** With the OpenAPI document that schemas refer to. */
  constructor(private readonly document: Json | undefined) {}

  /**
   * Ends the case where the content is not earned yet. Throws {@link UnsentError}, and remembers what the check wants; where
   * it cannot be earned, with the cause of that.
   */
  require({ method, trial = '' }: ClientRequest, { kind }: Route, sent: SentContent, collection: Collection): void {
    // Creations and writes of items have kinds of content; actions and other addresses have not.
    if (method !== 'POST' && method !== 'PUT' && method !== 'PATCH') return;
    if (kind !== (method === 'POST' ? 'collection' : 'item')) return;
    // What prepares a run sends valid content only, as far as it knows.
    if (!rulePattern.test(trial)) return;
    const want: Omit<WantedRung, 'rung'> = { collection: collection.name, method };
    const known = this.#earned.get(getKey(want)) ?? 0;
    if (known === rungs.length - 1) return;
    const rung = this.#findRung(sent, known, method, collection);
    if (rungs.indexOf(rung) <= known) return;
    const failure = this.#failures.get(getKey(want));
    const name = `${method} of content that is not valid is not sent to ${collection.name}`;
    if (failure !== undefined) throw new UnsentError(failure.cause, `${name}: ${failure.why}`);
    this.#wanted.set(trial, [...(this.#wanted.get(trial) ?? []), { ...want, rung }]);
    throw new UnsentError('budget', `${name} before milder content was seen to harm no others`);
  }

  /** The content is examined only as long as an invalid object is not earned. The profile may declare such a body, too. */
  #findRung({ kind, object }: SentContent, known: number, method: ContentMethod, collection: Collection): Rung {
    if (kind === 'array') return 'no JSON';
    if (kind !== 'object') return kind;
    if (known >= rungs.indexOf('missing member')) return 'valid';
    const { semanticInvalid, invalidPatches = [] } = collection;
    const isInvalid =
      isInvalidObject(collection, method, object, this.document) ||
      (object !== undefined && [...semanticInvalid, ...invalidPatches].some((one) => isEquivalent(one, object)));
    return isInvalid ? 'missing member' : 'valid';
  }

  /** What a check wanted since the last call. */
  takeWanted(trial: string): readonly WantedRung[] {
    const found = this.#wanted.get(trial) ?? [];
    this.#wanted.delete(trial);
    return found;
  }

  /** Earns what is missing up to this kind, one after the other for each method of a collection. */
  earn(want: WantedRung, go: () => Promise<void>): Promise<void> {
    const key = getKey(want);
    const own = (this.#turns.get(key) ?? Promise.resolve()).then(async () => {
      if (this.listMissing(want).length > 0 && !this.#failures.has(key)) await go();
    });
    this.#turns.set(key, own);
    return own;
  }

  /** The kinds up to this one that are to be tried, mildest first. */
  listMissing(want: WantedRung): readonly Rung[] {
    return rungs.slice((this.#earned.get(getKey(want)) ?? 0) + 1, rungs.indexOf(want.rung) + 1);
  }

  recordEarned(want: WantedRung): void {
    this.#earned.set(getKey(want), rungs.indexOf(want.rung));
  }

  /** Records that kinds from this one on cannot be tried. */
  recordFailure(want: WantedRung, failure: StopReason): void {
    this.#failures.set(getKey(want), failure);
  }
}

const getKey = ({ collection, method }: Omit<WantedRung, 'rung'>): string => `${method} ${collection}`;
