import fc from 'fast-check';
import { generate } from '../../generate/generate.js';
import { flattenObject, listMembers } from '../../generate/schema/read-schema.js';
import { parseMediaType } from '../../model/field/media-type.js';
import {
  buildPointer,
  getMember,
  isObject,
  type Json,
  type JsonObject,
  parsePointer,
  setAtPointer,
} from '../../model/json.js';
import type { StateModel } from '../../model/service/collection-parts.js';
import { getSchemaSource, type Operation } from '../../model/service/operation.js';
import type { Collection, Subject } from '../../model/service/subject.js';
import type { Bodies, NearMiss } from '../../rule/values/bodies.js';
import { type Arbitrary, drawFirst, getCaseIndex, oneOf } from '../../rule/values/generators.js';

/**
 * Creates the generators of request bodies for rules, from the survey of a collection. Schemas are read on first use, which is before
 * the trials where anything is created: for creations and replacements at once.
 */
export function createBodies(collection: Collection, document: Json | undefined): Bodies {
  const { create, replace, patch, semanticInvalid } = collection;
  const createWhole = () => {
    const created = createGenerators(create, collection, document, isForm(create));
    // Near misses of a replacement are sent as patches, too.
    const isText = isForm(replace) || isForm(patch);
    const isOther = replace !== undefined || isText !== isForm(create);
    return { created, replaced: isOther ? createGenerators(replace ?? create, collection, document, isText) : created };
  };
  let known: ReturnType<typeof createWhole> | undefined;
  let patches: Arbitrary<JsonObject> | undefined;
  const whole = () => {
    known ??= createWhole();
    return known;
  };
  return {
    body: () => (create?.request ? whole().created.valid : fc.constant(null)),
    replacement: () => whole().replaced.valid,
    patch: () => {
      patches ??= createGenerators(patch, collection, document).patch ?? whole().created.patch ?? fc.constant({});
      return patches;
    },
    nearMiss: () => combineNearMisses(whole().created, semanticInvalid),
    nearMissReplacement: () => combineNearMisses(whole().replaced, semanticInvalid),
    action: () => fc.constant({}),
    steps: (most) => createStepSequences(collection, most),
    meaningless: () => oneOf(...(semanticInvalid.length > 0 ? semanticInvalid : [null])),
  };
}

/** Returns the bodies of a subject: those of its collection, and those of the action itself. */
export function createSubjectBodies(subject: Subject, bodies: Bodies, document: Json | undefined): Bodies {
  if (subject.kind !== 'action') return bodies;
  const { collection, action } = subject;
  const { states: _, ...stateless } = collection;
  const plain = fc.constant(action.body ?? action.post?.request?.example ?? {});
  const isDescribed = action.post?.request?.schema !== undefined;
  return {
    ...bodies,
    action: () =>
      isDescribed ? createGenerators(action.post, { ...stateless, overrides: {} }, document).valid : plain,
  };
}

const isForm = (operation: Operation | undefined): boolean => parseMediaType(operation?.request?.mediaType).isForm;

function createGenerators(
  operation: Operation | undefined,
  collection: Collection,
  document: Json | undefined,
  isSentAsForm = false,
) {
  const { schema, example } = operation?.request ?? {};
  if (schema === undefined && example !== undefined) return createExampleBodies(example, collection);
  return generate(schema ?? {}, {
    ...(document !== undefined && { root: document }),
    ...(example !== undefined && { example }),
    omit: [...(collection.serverAssigned ?? []), ...listKeyMembers(collection), ...omitState(operation, collection)],
    fixed: { ...collection.overrides, ...fixState(operation, collection, document) },
    direction: 'request',
    mayBreak: operation && createBreakFilter(operation, collection),
    isForm: isSentAsForm,
  });
}

/**
 * Without a schema, nothing but the example is known to be accepted: it is sent as it is, with the declared values. A
 * patch names one of its members.
 */
function createExampleBodies(example: Json, { overrides, serverAssigned = [] }: Collection) {
  const trimmed = serverAssigned.reduce<Json>((body, pointer) => setAtPointer(body, pointer, undefined), example);
  const sent = Object.entries(overrides).reduce<Json>(
    (body, [pointer, value]) => setAtPointer(body, pointer, value),
    trimmed,
  );
  const patches = isObject(sent) ? Object.entries(sent).map(([name, value]) => ({ [name]: value })) : [];
  return {
    valid: fc.constant(sent),
    nearMiss: undefined,
    patch: patches.length > 0 ? fc.constantFrom(...patches) : undefined,
  };
}

/**
 * For observed or assumed operations, only the types and what the service itself required are promised. A replacement
 * derived from a creation has the promises of the creation.
 */
function createBreakFilter(operation: Operation, { create }: Collection) {
  const isShared = create?.request?.schema !== undefined && create.request.schema === operation.request?.schema;
  const from = getSchemaSource(isShared ? create : operation);
  const taught = operation.request?.taught ?? [];
  if (from === 'declared' || from === 'described') return undefined;
  return ({ pointer, keyword }: Pick<NearMiss, 'pointer' | 'keyword'>) =>
    keyword === 'type' || taught.some((member) => `${pointer}/`.startsWith(`${member}/`));
}

/** A state that clients write stays the initial one: only the rules about states change it. */
function fixState(operation: Operation | undefined, { states }: Collection, document: Json | undefined) {
  const isSent = operation?.method !== 'PATCH' && (states?.setBy?.length ?? 0) > 0;
  if (!isSent || states?.initial === undefined) return {};
  const place = placeInBody(operation?.request?.schema as Json | undefined, document, states.pointer);
  return place === undefined ? {} : { [place]: states.initial };
}

/** Where a body has a member of the item: in a wrapper, where its schema has one. Undefined where the schema does not have it. */
function placeInBody(schema: Json | undefined, document: Json | undefined, pointer: string): string | undefined {
  const { members } = flattenObject(schema, document);
  const [name = ''] = parsePointer(pointer);
  if (members.size === 0 || members.has(name)) return pointer;
  const around = [...members].find(([, member]) => Object.hasOwn(listMembers(member), name));
  return around && buildPointer([around[0]]) + pointer;
}

const omitState = (operation: Operation | undefined, { states }: Collection): string[] =>
  operation?.method === 'PATCH' && states?.setBy ? [states.pointer] : [];

/** A key in the body is an identity: each case gets a new one instead of a generated value. */
const listKeyMembers = ({ idempotency }: Collection): string[] =>
  idempotency?.in === 'body' ? [buildPointer([idempotency.name])] : [];

/** Bodies declared as invalid in the profile come first, then those that the schema forbids. */
function combineNearMisses({ nearMiss }: Pick<ReturnType<typeof generate>, 'nearMiss'>, vouched: readonly Json[]) {
  const declared = vouched.map((body): NearMiss => ({ body, pointer: '', keyword: 'semantics' }));
  if (nearMiss) return drawFirst(declared, nearMiss);
  return declared.length > 0 ? oneOf(...declared) : fc.constant({ body: null, pointer: '', keyword: 'none' });
}

type Steps = readonly string[];

/** Generates sequences of names: planned ones first, one for each case, then random ones. Shrinks by omitting steps. */
class SequenceArbitrary extends fc.Arbitrary<Steps> {
  constructor(
    private readonly names: Steps,
    private readonly planned: readonly Steps[],
    private readonly most: number,
  ) {
    super();
  }

  generate(random: fc.Random): fc.Value<Steps> {
    const planned = this.planned[getCaseIndex(random) ?? this.planned.length];
    return new fc.Value(planned ?? this.byChance(random), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Steps {
    return Array.isArray(value);
  }

  shrink(value: Steps): fc.Stream<fc.Value<Steps>> {
    if (value.length < 2) return fc.Stream.nil();
    const half = Math.ceil(value.length / 2);
    const shorter = [value.slice(0, half), value.slice(half), ...value.map((_, i) => value.toSpliced(i, 1))];
    return fc.Stream.of(...shorter.map((steps) => new fc.Value(steps, undefined)));
  }

  private byChance(random: fc.Random): Steps {
    const length = random.nextInt(1, this.most);
    return Array.from({ length }, () => this.names[random.nextInt(0, this.names.length - 1)] as string);
  }
}

/**
 * Generates sequences of actions on an item with declared states. The first cases walk every path from the initial
 * state to a final one, and try the forbidden actions in each state on the way; later cases are random. Shrinks by
 * omitting steps.
 */
export function createStepSequences(
  { states, actions }: Pick<Collection, 'states' | 'actions'>,
  most: number,
): Arbitrary<Steps> {
  const names = actions.filter(({ post }) => post !== undefined).map(({ name }) => name);
  if (states === undefined || names.length === 0) return fc.constant([]);
  const walks = listStateWalks(states, names).map((walk) => walk.slice(0, most));
  const planned = walks.filter((walk) => walk.length > 0);
  return new SequenceArbitrary(names, planned, most);
}

/** Lists every path through the states without a cycle, with all forbidden actions tried in each state. */
export function listStateWalks({ transitions, initial }: StateModel, names: Steps): string[][] {
  const begin = initial ?? Object.keys(transitions)[0];
  if (begin === undefined) return [[...names]];
  const walk = (state: string, visited: Steps): string[][] => {
    const next = getMember(transitions, state) ?? {};
    const forbidden = names.filter((name) => getMember(next, name) === undefined);
    const onwards = names.filter(
      (name) => getMember(next, name) !== undefined && !visited.includes(next[name] as string),
    );
    if (onwards.length === 0) return [forbidden];
    return onwards.flatMap((name) => {
      const to = next[name] as string;
      return walk(to, [...visited, to]).map((rest) => [...forbidden, name, ...rest]);
    });
  };
  return walk(begin, [begin]);
}
