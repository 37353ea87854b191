import fc from 'fast-check';
import type { Json, JsonObject } from '../../model/json.js';
import { getBoundary } from '../../rule/values/boundary.js';

/** A possible member of an object. */
export interface ObjectMember {
  readonly name: string;
  readonly source: fc.Arbitrary<Json>;
  readonly isRequired: boolean;
}

/** Additional members without fixed names, as in a map. */
export interface ExtraMembers {
  readonly key: fc.Arbitrary<string>;
  readonly value: fc.Arbitrary<Json>;
  readonly min: number;
  readonly max: number;
}

/** Parts of an object. */
export interface ObjectShape {
  readonly members: readonly ObjectMember[];
  readonly extras?: ExtraMembers | undefined;
  readonly min: number;
  readonly max: number;
  readonly dependents: Readonly<Record<string, readonly string[]>>;
}

/** Generates objects with these members; shrinks by removing optional members, then each member. */
export const buildObjectArbitrary = (plan: ObjectShape): fc.Arbitrary<JsonObject> => new ObjectArbitrary(plan);

interface DrawnMember {
  readonly name: string;
  readonly source: fc.Arbitrary<Json>;
  readonly isLoose: boolean;
  readonly value: fc.Value<Json>;
}

class ObjectArbitrary extends fc.Arbitrary<JsonObject> {
  constructor(private readonly plan: ObjectShape) {
    super();
  }

  generate(random: fc.Random, bias: number | undefined): fc.Value<JsonObject> {
    const drawn: DrawnMember[] = [];
    for (const { name, source, isRequired } of this.present(random)) {
      drawn.push({ name, source, isLoose: !isRequired, value: source.generate(random, bias) });
    }
    return assembleObject(this.plan.extras ? [...drawn, ...this.others(random, bias, drawn)] : drawn);
  }

  canShrinkWithoutContext(_value: unknown): _value is JsonObject {
    return false;
  }

  shrink(_value: JsonObject, context?: unknown): fc.Stream<fc.Value<JsonObject>> {
    return context === undefined ? fc.Stream.nil() : fc.stream(this.simpler(context as readonly DrawnMember[]));
  }

  private present(random: fc.Random): readonly ObjectMember[] {
    const { members, max } = this.plan;
    const corner = getBoundary(random);
    const has = new Set<ObjectMember>();
    for (const member of members) {
      const isChosen = corner ? corner !== 'bare' : random.nextInt(0, 2) > 0;
      if (member.isRequired || isChosen) has.add(member);
    }
    this.complete(has);
    for (let index = members.length - 1; index >= 0 && has.size > max; index--) {
      const last = members[index];
      if (last && !last.isRequired) has.delete(last);
    }
    return has.size === members.length ? members : members.filter((member) => has.has(member));
  }

  private complete(has: Set<ObjectMember>): void {
    const { members, dependents, min, extras } = this.plan;
    const wanted = extras ? 0 : min;
    for (const member of members) if (has.size < wanted) has.add(member);
    const triggers = Object.entries(dependents);
    for (let round = triggers.length; round > 0; round--) {
      const names = new Set([...has].map(({ name }) => name));
      const needed = triggers.flatMap(([trigger, others]) => (names.has(trigger) ? others : []));
      for (const member of members) if (needed.includes(member.name)) has.add(member);
    }
  }

  private others(random: fc.Random, bias: number | undefined, drawn: readonly DrawnMember[]): DrawnMember[] {
    const extras = this.plan.extras as ExtraMembers;
    const least = Math.max(extras.min, this.plan.min - drawn.length);
    const most = Math.max(least, Math.min(extras.max, this.plan.max - drawn.length));
    const corner = getBoundary(random);
    const isSmall = corner === 'least' || corner === 'bare';
    const count = isSmall ? least : corner ? most : random.nextInt(least, most);
    const names = new Set(drawn.map(({ name }) => name));
    const found: DrawnMember[] = [];
    // Outside of the boundary cases, because there all keys would be equal.
    const free = random.clone();
    for (let tries = count * 5; tries > 0 && found.length < count; tries--) {
      const name = extras.key.generate(free, bias).value_;
      if (names.has(name)) continue;
      names.add(name);
      found.push({ name, source: extras.value, isLoose: true, value: extras.value.generate(random, bias) });
    }
    return found;
  }

  private *simpler(drawn: readonly DrawnMember[]): IterableIterator<fc.Value<JsonObject>> {
    const fixed = drawn.filter(({ isLoose }) => !isLoose);
    if (drawn.length - fixed.length > 1 && this.isWhole(fixed)) yield assembleObject(fixed);
    for (const one of drawn) {
      const rest = one.isLoose ? drawn.filter((other) => other !== one) : drawn;
      if (one.isLoose && this.isWhole(rest)) yield assembleObject(rest);
    }
    for (const one of drawn) {
      for (const value of one.source.shrink(one.value.value_, one.value.context)) {
        yield assembleObject(drawn.map((other) => (other === one ? { ...one, value } : other)));
      }
    }
  }

  private isWhole(drawn: readonly DrawnMember[]): boolean {
    const names = drawn.map(({ name }) => name);
    if (names.length < this.plan.min) return false;
    return Object.entries(this.plan.dependents).every(
      ([trigger, others]) => !names.includes(trigger) || others.every((other) => names.includes(other)),
    );
  }
}

const assembleObject = (drawn: readonly DrawnMember[]): fc.Value<JsonObject> =>
  new fc.Value(Object.fromEntries(drawn.map(({ name, value }) => [name, value.value_])), drawn);
