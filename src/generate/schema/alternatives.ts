import type { Json } from '../../model/json.js';
import type { SchemaChecker } from '../check-value.js';
import { listSchemaVariants } from './flatten.js';
import type { Keywords, SchemaNode, SchemaSet, SchemaType } from './keywords.js';

/** One way to satisfy a schema with one type of value, or with values that it lists. */
export interface Alternative {
  readonly variant: Keywords;
  readonly kind: SchemaType | 'listed';
  readonly values: readonly Json[];
  /** Whether the schema has no other variant, so that breaking this one breaks the schema for one reason. */
  readonly isOnly: boolean;
}

/** All ways to satisfy a schema, by variant and type. */
export function listAlternatives(book: SchemaSet, judge: SchemaChecker, node: SchemaNode): Alternative[] {
  const variants = listDistinctVariants(listSchemaVariants(book, node));
  const isOnly = variants.length === 1;
  return variants.flatMap((variant) => listKinds(judge, variant).map((one) => ({ variant, isOnly, ...one })));
}

function listDistinctVariants(variants: readonly Keywords[]): Keywords[] {
  return [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()];
}

/** Most values that are drawn of a long list: each is checked against all of them. */
const maxListed = 1_000;

type AlternativeKind = Pick<Alternative, 'kind' | 'values'>;

const createKind = (kind: SchemaType): AlternativeKind => ({ kind, values: [] });

function listKinds(judge: SchemaChecker, variant: Keywords): AlternativeKind[] {
  const listed = variant.const === undefined ? variant.enum?.slice(0, maxListed) : [variant.const];
  if (listed) {
    const isFixed = variant['x-fixed'] === true;
    const values = isFixed ? listed : listed.filter((value) => judge.accepts(variant, value));
    const others = values.filter((value) => value !== null);
    const kinds: AlternativeKind[] = others.length > 0 ? [{ kind: 'listed', values: others }] : [];
    return values.includes(null) ? [...kinds, createKind('null')] : kinds;
  }
  const types = variant.type ?? inferImpliedTypes(variant);
  return types.filter((type) => type !== 'integer' || !types.includes('number')).map(createKind);
}

const impliedTypes: readonly [SchemaType, readonly (keyof Keywords)[]][] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** A schema without `type` means the types its keywords speak of; one that says nothing takes any simple value. */
function inferImpliedTypes(variant: Keywords): readonly SchemaType[] {
  const found = impliedTypes.filter(([, keywords]) => keywords.some((keyword) => variant[keyword] !== undefined));
  return found.length > 0 ? found.map(([type]) => type) : ['string', 'integer', 'boolean'];
}
