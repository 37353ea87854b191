import fc from 'fast-check';
import { generate } from '../../generate/generate.js';
import { buildPointer, type Json } from '../../model/json.js';
import { getSchemaSource, type Operation } from '../../model/service/operation.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import type { Bodies, NearMiss } from '../../rule/values/bodies.js';
import { drawFirst } from '../../rule/values/boundary.js';
import { oneOf } from '../../rule/values/generators.js';
import { createStepSequences } from './step-sequences.js';

/** Makes the bodies that rules draw from, out of what the survey knows about a collection. */
export function createBodies(collection: Collection, document: Json | undefined): Bodies {
  const known = new Map<Operation | undefined, ReturnType<typeof generate>>();
  const of = (operation: Operation | undefined) => {
    const made = known.get(operation) ?? createGenerators(operation, collection, document);
    known.set(operation, made);
    return made;
  };
  const create = () => of(collection.create);
  const replace = () => of(collection.replace ?? collection.create);
  return {
    body: () => (collection.create?.request ? create().valid : fc.constant(null)),
    replacement: () => replace().valid,
    patch: () => of(collection.patch).patch ?? create().patch ?? fc.constant({}),
    nearMiss: () => combineNearMisses(create(), collection.semanticInvalid),
    nearMissReplacement: () => combineNearMisses(replace(), collection.semanticInvalid),
    action: () => fc.constant({}),
    steps: (most) => createStepSequences(collection, most),
    meaningless: () =>
      fc.constantFrom(...(collection.semanticInvalid.length > 0 ? collection.semanticInvalid : [null])),
  };
}

/** The bodies of a subject: those of its collection, and those of the action that it is. */
export function createSubjectBodies(subject: Subject, bodies: Bodies, document: Json | undefined): Bodies {
  if (subject.kind !== 'action') return bodies;
  const { collection, action } = subject;
  const plain = fc.constant(action.body ?? action.post?.request?.example ?? {});
  const isDescribed = action.post?.request?.schema !== undefined;
  return {
    ...bodies,
    action: () =>
      isDescribed ? createGenerators(action.post, { ...collection, overrides: {} }, document).valid : plain,
  };
}

function createGenerators(operation: Operation | undefined, collection: Collection, document: Json | undefined) {
  const { schema = {}, example } = operation?.request ?? {};
  return generate(schema, {
    ...(document !== undefined && { root: document }),
    ...(example !== undefined && { example }),
    omit: [...(collection.serverAssigned ?? []), ...listKeyMembers(collection)],
    fixed: collection.overrides,
    direction: 'request',
    mayBreak: operation && createBreakFilter(operation, collection),
  });
}

/**
 * Of what was only seen, or taken for granted, nobody promised more than its types and what the service itself insisted
 * on. A replacement that is worded like a creation is promised by whoever promised that.
 */
function createBreakFilter(operation: Operation, { create }: Collection) {
  const isShared = create?.request?.schema !== undefined && create.request.schema === operation.request?.schema;
  const from = getSchemaSource(isShared ? create : operation);
  const taught = operation.request?.taught ?? [];
  if (from === 'declared' || from === 'described') return undefined;
  return ({ pointer, keyword }: Pick<NearMiss, 'pointer' | 'keyword'>) =>
    keyword === 'type' || taught.some((member) => `${pointer}/`.startsWith(`${member}/`));
}

/** A key in the body is an identity: it is minted, never drawn. */
const listKeyMembers = ({ idempotency }: Collection): string[] =>
  idempotency?.in === 'body' ? [buildPointer([idempotency.name])] : [];

/** Bodies that the profile vouches for come first, then those that the schema forbids. */
function combineNearMisses(
  { nearMiss }: ReturnType<typeof generate>,
  vouched: readonly Json[],
): fc.Arbitrary<NearMiss> {
  const declared = vouched.map((body): NearMiss => ({ body, pointer: '', keyword: 'semantics' }));
  if (nearMiss) return drawFirst(declared, nearMiss);
  return declared.length > 0 ? oneOf(...declared) : fc.constant({ body: null, pointer: '', keyword: 'none' });
}
