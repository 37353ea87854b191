import type { Method } from '../exchange.js';
import type { Json, JsonObject } from '../json.js';

/** How the kit knows something: said by the profile, by a document, seen in traffic, or taken for granted. */
export type Provenance = 'declared' | 'described' | 'observed' | 'assumed';

/** One thing believed about a subject, and where from (`assay.yaml:12:5`, `#/paths/~1orders/post`, `GET /orders`). */
export interface Fact {
  readonly about: string;
  readonly value: Json;
  readonly provenance: Provenance;
  readonly evidence: string;
}

/** A JSON Schema (2020-12) whose `$ref`s point into the survey's document. */
export type Schema = JsonObject | boolean;

/** A query or header parameter that an operation takes. */
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path' | 'cookie';
  readonly required: boolean;
  readonly schema?: Schema;
}

/** What an operation takes. */
export interface Content {
  readonly mediaType: string;
  readonly schema?: Schema;
  readonly example?: Json;
  /** Who the schema is from, where that is not who names the operation. */
  readonly schemaFrom?: Provenance;
  /** Pointers of members about which the service itself complained: what the schema says of them is its word. */
  readonly taught?: readonly string[];
}

/** One method on one path template, as known. */
export interface Operation {
  readonly method: Method;
  readonly path: string;
  readonly provenance: Provenance;
  /** Statuses that a document names for it; empty when none does. */
  readonly statuses: readonly number[];
  readonly parameters: readonly Parameter[];
  readonly request?: Content;
  readonly response?: { readonly schema?: Schema };
  /** Whether credentials are asked for; undefined when nothing says. */
  readonly secured?: boolean;
}

/** Who the schema of what an operation takes is from. */
export const getSchemaSource = ({ provenance, request }: Operation): Provenance => request?.schemaFrom ?? provenance;
