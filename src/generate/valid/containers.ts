import fc from 'fast-check';
import { getMember, type Json, type JsonObject } from '../../model/json.js';
import { getBoundary } from '../../rule/values/generators.js';

export interface ObjectMember {
  readonly name: string;
  readonly source: fc.Arbitrary<Json>;
  readonly isRequired: boolean;
  /** The kind of its points in time; those of one kind are in the order in which the schema declares their members. */
  readonly time?: string | undefined;
}

/** Additional members without fixed names, as in a map. */
interface ExtraMembers {
  readonly key: fc.Arbitrary<string>;
  readonly value: fc.Arbitrary<Json>;
  readonly min: number;
  readonly max: number;
}

export interface ObjectShape {
  readonly members: readonly ObjectMember[];
  readonly extras?: ExtraMembers | undefined;
  readonly min: number;
  readonly max: number;
  readonly dependents: Readonly<Record<string, readonly string[]>>;
  /** The kinds of points in time of several members. */
  readonly times: readonly string[];
}

interface DrawnMember extends ObjectMember {
  readonly value: fc.Value<Json>;
}

/** Generates objects with these members; shrinks by removing optional members, then each member. */
export class ObjectArbitrary extends fc.Arbitrary<JsonObject> {
  constructor(private readonly shape: ObjectShape) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<JsonObject> {
    const { members, extras } = this.shape;
    const has = this.#choose(random);
    const drawn: DrawnMember[] = [];
    for (const member of members)
      if (has.has(member)) drawn.push({ ...member, value: member.source.generate(random, bias) });
    if (extras) this.#drawExtras(extras, random, bias, drawn);
    return this.#assemble(drawn);
  }

  canShrinkWithoutContext(_value: unknown): _value is JsonObject {
    return false;
  }

  shrink(_value: JsonObject, context?: unknown): fc.Stream<fc.Value<JsonObject>> {
    return context === undefined ? fc.Stream.nil() : fc.stream(this.#simpler(context as readonly DrawnMember[]));
  }

  /** Chooses the members that are present: optional ones by chance, within the limits, with those that others require. */
  #choose(random: fc.Random): ReadonlySet<ObjectMember> {
    const { members, max, min, dependents, extras } = this.shape;
    const corner = getBoundary(random);
    const has = new Set(members);
    // A number is drawn for each member, also for required ones.
    for (const member of members)
      if (!(corner ? corner !== 'bare' : random.nextInt(0, 2) > 0) && !member.isRequired) has.delete(member);
    if (!extras) for (const member of members) if (has.size < min) has.add(member);
    if (Object.keys(dependents).length > 0) addDependents(has, this.shape);
    for (const member of members.toReversed()) if (has.size > max && !member.isRequired) has.delete(member);
    return has;
  }

  #drawExtras(extras: ExtraMembers, random: fc.Random, bias: number | undefined, drawn: DrawnMember[]): void {
    const least = Math.max(extras.min, this.shape.min - drawn.length);
    const most = Math.max(least, Math.min(extras.max, this.shape.max - drawn.length));
    const corner = getBoundary(random);
    const isSmall = corner === 'least' || corner === 'bare';
    let missing = isSmall ? least : corner ? most : random.nextInt(least, most);
    const names = new Set(drawn.map(({ name }) => name));
    // Outside of the boundary cases, because there all keys would be equal.
    const free = random.clone();
    for (let tries = missing * 5; tries > 0 && missing > 0; tries--) {
      const name = extras.key.generate(free, bias).value_;
      if (names.has(name)) continue;
      names.add(name);
      const value = extras.value.generate(random, bias);
      drawn.push({ name, source: extras.value, isRequired: false, value });
      missing--;
    }
  }

  *#simpler(drawn: readonly DrawnMember[]): IterableIterator<fc.Value<JsonObject>> {
    const required = drawn.filter(({ isRequired }) => isRequired);
    if (drawn.length - required.length > 1 && this.#isWhole(required)) yield this.#assemble(required);
    for (const one of drawn) {
      const rest = drawn.filter((other) => other !== one);
      if (!one.isRequired && this.#isWhole(rest)) yield this.#assemble(rest);
    }
    for (const [index, one] of drawn.entries())
      for (const value of one.source.shrink(one.value.value_, one.value.context))
        yield this.#assemble(drawn.with(index, { ...one, value }));
  }

  #assemble(drawn: readonly DrawnMember[]): fc.Value<JsonObject> {
    const entries: [string, Json][] = [];
    for (const { name, value } of drawn) entries.push([name, value.value_]);
    for (const kind of this.shape.times) orderTimes(entries.filter((_, i) => drawn[i]?.time === kind));
    return new fc.Value(Object.fromEntries(entries), drawn);
  }

  #isWhole(drawn: readonly DrawnMember[]): boolean {
    const names = drawn.map(({ name }) => name);
    if (names.length < this.shape.min) return false;
    return Object.entries(this.shape.dependents).every(
      ([trigger, others]) => !names.includes(trigger) || others.every((other) => names.includes(other)),
    );
  }
}

/** Adds the members that others require, which may require further ones. */
function addDependents(has: Set<ObjectMember>, { members, dependents }: ObjectShape): void {
  for (let round = Object.keys(dependents).length; round > 0; round--) {
    const needed = [...has].flatMap(({ name }) => getMember(dependents, name) ?? []);
    for (const member of members) if (needed.includes(member.name)) has.add(member);
  }
}

const dayMs = 86_400_000;

/** Many services refuse an end that is not after its start, and schemas cannot say which members these are. */
function orderTimes(entries: readonly [string, Json][]): void {
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const sorted = texts.map(([, text]) => text).sort();
  let last = '';
  for (const [i, entry] of texts.entries()) {
    const [day, time] = [sorted[i]?.slice(0, 10) ?? '', sorted[i]?.slice(10) ?? ''];
    last = day > last ? day : new Date(Date.parse(last) + dayMs).toISOString().slice(0, 10);
    entry[1] = last + time;
  }
}

export interface ArrayShape {
  readonly prefix: readonly fc.Arbitrary<Json>[];
  readonly item: fc.Arbitrary<Json> | undefined;
  readonly min: number;
  /** Maximum generated length; `bound` is the allowed maximum. */
  readonly max: number;
  readonly isUnique: boolean;
}

interface DrawnEntry {
  readonly source: fc.Arbitrary<Json>;
  readonly value: fc.Value<Json>;
}

/** Generates arrays of these items; shrinks by removing items, then each item. */
export class ArrayArbitrary extends fc.Arbitrary<Json[]> {
  constructor(private readonly shape: ArrayShape) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<Json[]> {
    const { min, max, item, prefix, isUnique } = this.shape;
    const top = item ? max : Math.min(max, prefix.length);
    const corner = getBoundary(random);
    let length: number;
    if (corner === 'least' || corner === 'bare') length = min;
    else if (corner === 'most') length = top;
    else if (corner) length = Math.max(min, Math.min(top, Math.max(2, prefix.length)));
    else length = random.nextInt(min, Math.max(min, Math.min(top, 5)));
    const drawn: DrawnEntry[] = [];
    const seen = isUnique ? new Set<string>() : undefined;
    for (let index = 0; index < length; index++) {
      const source = prefix[index] ?? item;
      const value = source && (seen ? drawFresh(source, random, bias, seen) : source.generate(random, bias));
      if (!source || !value) break;
      drawn.push({ source, value });
    }
    return assembleArray(drawn);
  }

  canShrinkWithoutContext(_value: unknown): _value is Json[] {
    return false;
  }

  shrink(_value: Json[], context?: unknown): fc.Stream<fc.Value<Json[]>> {
    return context === undefined ? fc.Stream.nil() : fc.stream(this.#simpler(context as readonly DrawnEntry[]));
  }

  *#simpler(drawn: readonly DrawnEntry[]): IterableIterator<fc.Value<Json[]>> {
    const { min, prefix, isUnique } = this.shape;
    const spare = drawn.length - min;
    if (spare > 0) {
      const lengths = new Set([min, drawn.length - Math.ceil(spare / 2), drawn.length - 1]);
      for (const length of lengths) yield assembleArray(drawn.slice(0, length));
      for (let index = prefix.length; index < drawn.length - 1; index++) yield assembleArray(drawn.toSpliced(index, 1));
    }
    for (const [index, { source, value }] of drawn.entries()) {
      for (const next of source.shrink(value.value_, value.context)) {
        const changed = drawn.with(index, { source, value: next });
        const texts = new Set(changed.map((one) => JSON.stringify(one.value.value_)));
        if (!isUnique || texts.size === drawn.length) yield assembleArray(changed);
      }
    }
  }
}

/** All values of a boundary case are equal, so further unique items are generated as ordinary values. */
function drawFresh(source: fc.Arbitrary<Json>, random: fc.Random, bias: number | undefined, seen: Set<string>) {
  let value = source.generate(random, bias);
  const free = random.clone();
  for (let tries = 60; tries > 0; tries--, value = source.generate(free, bias)) {
    const key = JSON.stringify(value.value_);
    if (seen.has(key)) continue;
    seen.add(key);
    return value;
  }
  return undefined;
}

function assembleArray(drawn: readonly DrawnEntry[]): fc.Value<Json[]> {
  const items: Json[] = [];
  for (const { value } of drawn) items.push(value.value_);
  return new fc.Value(items, drawn);
}
