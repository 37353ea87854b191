import type { Json } from '../../model/json.js';
import type { Judge } from '../check-value.js';
import { variantsOf } from './flatten.js';
import type { Book, Keywords, Node, Type } from './keywords.js';

/** One way to satisfy a schema with one type of value, or with values that it lists. */
export interface Alternative {
  readonly variant: Keywords;
  readonly kind: Type | 'listed';
  readonly values: readonly Json[];
  /** Whether the schema has no other variant, so that breaking this one breaks the schema for one reason. */
  readonly isOnly: boolean;
}

/** All ways to satisfy a schema, by variant and type. */
export function alternativesOf(book: Book, judge: Judge, node: Node): Alternative[] {
  const variants = distinct(variantsOf(book, node));
  const isOnly = variants.length === 1;
  return variants.flatMap((variant) => kindsOf(judge, variant).map((one) => ({ variant, isOnly, ...one })));
}

function distinct(variants: readonly Keywords[]): Keywords[] {
  return [...new Map(variants.map((variant) => [JSON.stringify(variant), variant])).values()];
}

/** Most values that are drawn of a long list: each is checked against all of them. */
const mostListed = 1_000;

type Kind = Pick<Alternative, 'kind' | 'values'>;

const plain = (kind: Type): Kind => ({ kind, values: [] });

function kindsOf(judge: Judge, variant: Keywords): Kind[] {
  const listed = variant.const === undefined ? variant.enum?.slice(0, mostListed) : [variant.const];
  if (listed) {
    const isFixed = variant['x-fixed'] === true;
    const values = isFixed ? listed : listed.filter((value) => judge.accepts(variant, value));
    const others = values.filter((value) => value !== null);
    const kinds: Kind[] = others.length > 0 ? [{ kind: 'listed', values: others }] : [];
    return values.includes(null) ? [...kinds, plain('null')] : kinds;
  }
  const types = variant.type ?? impliedBy(variant);
  return types.filter((type) => type !== 'integer' || !types.includes('number')).map(plain);
}

const implied: readonly [Type, readonly (keyof Keywords)[]][] = [
  ['object', ['properties', 'required', 'additionalProperties', 'patternProperties', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'minItems', 'maxItems', 'uniqueItems', 'contains']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** A schema without `type` means the types its keywords speak of; one that says nothing takes any simple value. */
function impliedBy(variant: Keywords): readonly Type[] {
  const found = implied.filter(([, keywords]) => keywords.some((keyword) => variant[keyword] !== undefined));
  return found.length > 0 ? found.map(([type]) => type) : ['string', 'integer', 'boolean'];
}
