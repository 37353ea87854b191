import fc from 'fast-check';
import type { Json } from '../../model/json.js';
import { judgeOf } from '../check-value.js';
import { breaksOf } from '../invalid/keyword-breaks.js';
import { type Alternative, alternativesOf } from '../schema/alternatives.js';
import { isUncertain } from '../schema/flatten.js';
import type { Book, Keywords, Node } from '../schema/keywords.js';
import { recursionOf } from '../schema/recursion.js';
import type { Break, Scope, Shop } from '../value-builder.js';
import { arrayOf, objectOf } from './containers.js';
import { numericOf, stringOf } from './scalars.js';
import { choice, listed, type StandIn, sieve } from './unions.js';

/** The scope of a whole value that may be `budget` levels deep. */
export const wholeScope = (budget: number, isNullless = false): Scope => ({
  budget,
  nesting: 0,
  isPast: false,
  isNullless,
});

/** A shop for `book`; what it made once is used again. */
export function shopFor(book: Book): Shop {
  const judge = judgeOf(book);
  const shop: Shop = {
    book,
    judge,
    isRecursive: recursionOf(book),
    alternativesOf: remember((node) => alternativesOf(book, judge, node)),
    breaksOf: (variant, scope) => broken(variant)(scope),
    build: (node, scope) => made(node)(`${scope.budget} ${scope.nesting} ${scope.isPast} ${scope.isNullless}`, scope),
  };
  const broken = remember((variant: Keywords) => {
    let known: readonly Break[] | undefined;
    return (scope: Scope) => {
      known ??= breaksOf(shop, variant, scope);
      return known;
    };
  });
  const made = remember((node: Node) => {
    const known = new Map<string, fc.Arbitrary<Json> | undefined>();
    return (key: string, scope: Scope) => {
      if (!known.has(key)) known.set(key, union(shop, node, scope));
      return known.get(key);
    };
  });
  return shop;
}

function remember<N extends Node, T>(make: (node: N) => T): (node: N) => T {
  const known = new Map<N, T>();
  return (node) => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const made = make(node);
    known.set(node, made);
    return made;
  };
}

function union(shop: Shop, node: Node, scope: Scope): fc.Arbitrary<Json> | undefined {
  const alternatives = shop.alternativesOf(node);
  const isDoubtful = isUncertain(shop.book, node);
  const checked = (source: fc.Arbitrary<Json> | undefined) =>
    source && isDoubtful ? sieve(source, (value) => shop.judge.accepts(node, value)) : source;
  const regular = alternatives.filter(({ kind }) => kind !== 'null');
  const sources = regular.map((one) => checked(single(shop, one, scope))).filter((source) => source !== undefined);
  const isNullable = !scope.isNullless && regular.length < alternatives.length;
  const none = isNullable ? checked(fc.constant(null)) : undefined;
  if (!none) return sources.length > 0 ? choice(sources) : undefined;
  // Texts have something of their own to show in the strange corner, other values do not.
  const isText = regular.some(({ kind }) => kind === 'string');
  const standIn: StandIn<Json> = { source: none, corners: isText ? ['bare'] : ['bare', 'strange'] };
  return choice(sources, standIn);
}

function single(shop: Shop, alternative: Alternative, scope: Scope): fc.Arbitrary<Json> | undefined {
  const { variant, kind, values } = alternative;
  if (kind === 'listed') return scope.isNullless ? valueOfSome(values.filter(isFullyPresent)) : listed(values);
  if (kind === 'boolean') return listed([true, false]);
  if (kind === 'integer' || kind === 'number') return numericOf(variant, kind === 'integer');
  if (kind === 'string') return stringOf(shop, variant, scope.isPast);
  return kind === 'array' ? arrayOf(shop, variant, scope) : objectOf(shop, variant, scope);
}

const valueOfSome = (values: readonly Json[]) => (values.length > 0 ? listed(values) : undefined);
const isFullyPresent = (value: Json) => !JSON.stringify(value).includes('null');
