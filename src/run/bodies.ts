import fc from 'fast-check';
import { generate } from '../generate/index.js';
import type { Bodies, Collection, Json, NearMiss, Operation } from '../rule/index.js';

/** Makes the bodies that rules draw from, out of what the survey knows about a collection. */
export function bodiesOf(collection: Collection, document: Json | undefined): Bodies {
  const known = new Map<Operation | undefined, ReturnType<typeof generate>>();
  const of = (operation: Operation | undefined) => {
    const made = known.get(operation) ?? generationOf(operation, collection, document);
    known.set(operation, made);
    return made;
  };
  const create = () => of(collection.create);
  const replace = () => of(collection.replace ?? collection.create);
  return {
    body: () => (collection.create?.request ? create().valid : fc.constant(null)),
    replacement: () => replace().valid,
    patch: () => of(collection.patch).patch ?? create().patch ?? fc.constant({}),
    nearMiss: () => misses(create(), collection.semanticInvalid),
    nearMissReplacement: () => misses(replace(), collection.semanticInvalid),
  };
}

function generationOf(operation: Operation | undefined, collection: Collection, document: Json | undefined) {
  const { schema = {}, example } = operation?.request ?? {};
  return generate(schema, {
    ...(document !== undefined && { root: document }),
    ...(example !== undefined && { example }),
    ...(collection.serverAssigned && { omit: collection.serverAssigned }),
    fixed: collection.overrides,
    direction: 'request',
  });
}

function misses({ nearMiss }: ReturnType<typeof generate>, vouched: readonly Json[]): fc.Arbitrary<NearMiss> {
  const declared = vouched.map((body) => fc.constant<NearMiss>({ body, pointer: '', keyword: 'semantics' }));
  const all = nearMiss ? [nearMiss, ...declared] : declared;
  return all.length === 0 ? fc.constant({ body: null, pointer: '', keyword: 'none' }) : fc.oneof(...all);
}
