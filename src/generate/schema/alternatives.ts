import type { Json } from '../../model/json.js';
import type { SchemaChecker } from '../check-value.js';
import { listSchemaVariants } from './flatten.js';
import type { Keywords, SchemaNode, SchemaSet, SchemaType } from './keywords.js';

/** One alternative of a schema with one type of value, or with listed values. */
export interface Alternative {
  readonly variant: Keywords;
  readonly kind: SchemaType | 'listed';
  readonly values: readonly Json[];
  /** Whether the schema has no other alternative, so that violating this one violates the schema. */
  readonly isOnly: boolean;
}

/** Lists all alternatives of a schema, by variant and type. */
export function listAlternatives(schemas: SchemaSet, judge: SchemaChecker, node: SchemaNode): Alternative[] {
  const variants = [
    ...new Map(listSchemaVariants(schemas, node).map((variant) => [JSON.stringify(variant), variant])).values(),
  ];
  const isOnly = variants.length === 1;
  return variants.flatMap((variant) => listKinds(judge, variant).map((one) => ({ variant, isOnly, ...one })));
}

/** Maximum number of values used of a long list, because each is validated. */
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

/** A schema without `type` has the types of its keywords; without any, it allows all scalar values. */
function inferImpliedTypes(variant: Keywords): readonly SchemaType[] {
  const found = impliedTypes.filter(([, keywords]) => keywords.some((keyword) => variant[keyword] !== undefined));
  return found.length > 0 ? found.map(([type]) => type) : ['string', 'integer', 'boolean'];
}
