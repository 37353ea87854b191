import { escapeRegExp } from '../escapes.js';
import type { Method } from '../exchange.js';
import { isObject, type Json, type JsonObject } from '../json.js';

/** The source of a fact: declared in the profile, described by a document, observed in traffic, or assumed. */
export type Provenance = 'declared' | 'described' | 'observed' | 'assumed';

/** A fact about a subject, with its source (`assay.yaml:12:5`, `#/paths/~1orders/post`, `GET /orders`). */
export interface Fact {
  readonly about: string;
  readonly value: Json;
  readonly provenance: Provenance;
  readonly evidence: string;
}

/** A JSON Schema (2020-12) whose `$ref`s point into the survey's document. */
export type Schema = JsonObject | boolean;

export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path' | 'cookie';
  readonly required: boolean;
  readonly schema?: Schema;
  /** A value that the document shows. */
  readonly example?: Json;
  /** The members of an object that is sent as JSON. */
  readonly members?: readonly string[];
}

/** The only possible or default value of a parameter; undefined when there is none. */
export function getOnlyValue(schema: Schema | undefined): string | undefined {
  if (!isObject(schema)) return undefined;
  const { const: only, enum: some, default: usual } = schema;
  const value = only ?? (Array.isArray(some) && some.length === 1 ? (some as readonly Json[])[0] : undefined) ?? usual;
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

/** The first value that a schema shows as an example. */
export const readExample = (schema: Json | undefined): Json | undefined =>
  isObject(schema) ? (schema.example ?? (Array.isArray(schema.examples) ? schema.examples[0] : undefined)) : undefined;

export interface Content {
  readonly mediaType: string;
  readonly schema?: Schema;
  readonly example?: Json;
  /** Every example that a document shows; an observed request is none. */
  readonly examples?: readonly Json[];
  /** The source of the schema, if it differs from that of the operation. */
  readonly schemaFrom?: Provenance;
  /** Pointers of members that the service itself complained about: their schema comes from the service. */
  readonly taught?: readonly string[];
}

export interface DescribedResponse {
  /** Its media types with their schemas; empty where the document names none. */
  readonly contents: readonly { readonly mediaType: string; readonly schema?: Schema }[];
  /** Names of header fields that the document requires. */
  readonly requiredHeaders: readonly string[];
}

export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly provenance: Provenance;
  /** Statuses that a document lists; empty when there are none. */
  readonly statuses: readonly number[];
  readonly parameters: readonly Parameter[];
  readonly request?: Content;
  readonly response?: { readonly schema?: Schema };
  /** The described responses by status (`200`, `2XX`, `default`). */
  readonly responses?: Readonly<Record<string, DescribedResponse>>;
  /** Whether credentials are required; undefined when unknown. */
  readonly secured?: boolean;
}

export const getSchemaSource = ({ provenance, request }: Operation): Provenance => request?.schemaFrom ?? provenance;

export const createFact = (about: string, value: Json, provenance: Provenance, evidence: string): Fact => ({
  about,
  value,
  provenance,
  evidence,
});

export function replaceFacts(facts: readonly Fact[], newer: readonly Fact[]): Fact[] {
  const abouts = new Set(newer.map(({ about }) => about));
  return [...facts.filter(({ about }) => !abouts.has(about)), ...newer];
}

export function findFact({ facts }: { readonly facts: readonly Fact[] }, about: string): Fact | undefined {
  for (const known of facts) if (known.about === about) return known;
  return undefined;
}

export const createOperation = (method: Method, path: string, provenance: Provenance): Operation => ({
  method,
  path,
  provenance,
  statuses: [],
  parameters: [],
});

export const nameOperation = ({ method, path }: Pick<Operation, 'method' | 'path'>): string => `${method} ${path}`;

/** A path template without the names of its parameters, so that templates of two sources can be compared. */
export const normalizeTemplate = (path: string): string =>
  (path.length > 1 ? path.replace(/\/+$/, '') : path).replace(/\{[^}]*\}/g, '{}');

/** What an operation does, as far as its path, method and schemas show. */
export type OperationRole =
  | 'list'
  | 'create'
  | 'read'
  | 'head'
  | 'replace'
  | 'patch'
  | 'remove'
  | 'act'
  | 'read record'
  | 'remove record'
  | 'view'
  | 'compute'
  | 'options';

/** One operation of a service, with its role. */
export interface SurveyedOperation {
  /** `GET /orders/{id}`, unique in a service. */
  readonly name: string;
  readonly operation: Operation;
  readonly role: OperationRole;
  /** Why it has this role: `#/paths/~1orders/post`, `GET /orders`. */
  readonly evidence: string;
  /** The collection or action that it belongs to. */
  readonly owner?: string;
  /** Why it is never called. */
  readonly spared?: string;
  /** The status of the response in the survey. */
  readonly status?: number;
  /** Whether that response had an entity tag. */
  readonly isTagged?: boolean;
}

/** A value of a parameter. Without `value`, it is found or created during the run. */
export interface ParameterValue {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly source: 'entry' | 'response' | 'documented' | 'created' | 'invented';
  /** As text, not encoded. */
  readonly value?: string;
  readonly evidence: string;
}

/** Which operations an audit may call, as the user says. */
export interface OperationScope {
  /** Globs of the only operations; all when absent. */
  readonly include?: readonly string[];
  /** Globs of operations that are never called. */
  readonly exclude?: readonly string[];
  /** Whether only what the profile declares is checked. */
  readonly only?: 'declared';
  /**
   * Globs of the single resources whose content may be changed and restored. When absent: on this machine each of which
   * the document describes GET and a write; elsewhere none.
   */
  readonly restore?: readonly string[];
}

/** Whether a run may change the content of a single resource, which it restores. */
export function mayRestore({ restore }: OperationScope, path: string, isLoopback: boolean) {
  if (restore === undefined) return isLoopback && 'by default';
  return restore.some((glob) => isOperationMatch(glob, 'PUT', path)) && 'declared';
}

/**
 * Why an operation is outside the scope; undefined where it may be called. A glob is a path, or a method and a path:
 * `/users/*`, `'DELETE /users/*'`. `*` stands for one segment, `**` for any number of them.
 */
export function findScopeProblem({ include = [], exclude = [] }: OperationScope, method: string, path: string) {
  const glob = exclude.find((one) => isOperationMatch(one, method, path));
  if (glob !== undefined) return `excluded by ${glob}`;
  return include.length > 0 && !include.some((one) => isOperationMatch(one, method, path)) ? 'not included' : undefined;
}

/** Whether a glob includes exactly this operation, by method and path, so that its words do not matter. */
export const isNamedExactly = ({ include = [] }: OperationScope, method: string, path: string): boolean =>
  include.some((glob) => glob === `${method} ${path}`);

/** Whether a glob matches an operation; the path may be a template or a concrete path. */
export function isOperationMatch(glob: string, method: string, path: string): boolean {
  const [, wanted, pattern = ''] = /^(?:([A-Za-z]+)\s+)?(.*)$/s.exec(glob.trim()) ?? [];
  if (wanted !== undefined && wanted.toUpperCase() !== method.toUpperCase()) return false;
  const plain = path.split('?')[0]?.replace(/(.)\/$/, '$1') ?? '';
  const parts = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]+' : escapeRegExp(part)));
  return new RegExp(`^${parts.join('')}/?$`).test(plain);
}
