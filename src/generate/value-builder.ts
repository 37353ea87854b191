import type fc from 'fast-check';
import type { Json } from '../model/json.js';
import type { SchemaChecker } from './check-value.js';
import type { Alternative } from './schema/alternatives.js';
import type { Keywords, SchemaNode, SchemaSet } from './schema/keywords.js';

/** The depth of a value in the whole, and the conditions there. */
export interface BuildScope {
  readonly budget: number;
  /** Number of enclosing arrays; the more, the shorter the next one. */
  readonly nesting: number;
  /** Whether dates must be in the past here. */
  readonly isPast: boolean;
  /** Whether null is not allowed, because it means removal in a merge patch. */
  readonly isNullless: boolean;
}

/** Converts the schemas of one set to generators. */
export interface ValueBuilder {
  readonly schemas: SchemaSet;
  readonly judge: SchemaChecker;
  isRecursive(node: SchemaNode): boolean;
  alternativesOf(node: SchemaNode): readonly Alternative[];
  /** Returns the keywords of a variant that one value can violate. */
  breaksOf(variant: Keywords, scope: BuildScope): readonly KeywordBreak[];
  /** Generates values of a schema; undefined when none fits the scope. */
  build(node: SchemaNode, scope: BuildScope): fc.Arbitrary<Json> | undefined;
}

/** Values that violate exactly one keyword of a schema. */
export interface KeywordBreak {
  readonly keyword: string;
  readonly values: readonly Json[];
}
