import type fc from 'fast-check';
import type { Json } from '../model/json.js';
import type { SchemaChecker } from './check-value.js';
import type { Alternative } from './schema/alternatives.js';
import type { Keywords, SchemaNode, SchemaSet } from './schema/keywords.js';

/** How deep into a value something stands, and what holds there. */
export interface BuildScope {
  /** Levels that may still follow. */
  readonly budget: number;
  /** Arrays around this place; the more, the shorter the next. */
  readonly nesting: number;
  /** Whether dates are to lie in the past here. */
  readonly isPast: boolean;
  /** Whether null must not appear, because in a merge patch it means removal. */
  readonly isNullless: boolean;
}

/** Turns the schemas of one book into arbitraries. */
export interface ValueBuilder {
  readonly book: SchemaSet;
  readonly judge: SchemaChecker;
  isRecursive(node: SchemaNode): boolean;
  alternativesOf(node: SchemaNode): readonly Alternative[];
  /** How a variant can be broken by a value of its own. */
  breaksOf(variant: Keywords, scope: BuildScope): readonly KeywordBreak[];
  /** Values of a schema; undefined where none can be made within the scope. */
  build(node: SchemaNode, scope: BuildScope): fc.Arbitrary<Json> | undefined;
}

/** Values that break one keyword of a schema and no other. */
export interface KeywordBreak {
  readonly keyword: string;
  readonly values: readonly Json[];
}
