import { assume, type Collection, compare, type Json, needs, type Tools } from '#rule';

type ServiceSubject = ReturnType<Tools['subject']['service']>;
type BaselineCollection = NonNullable<ServiceSubject['baseline']>['collections'][number];

export const baselineGiven = needs.defineNeed('service', {
  name: 'baseline',
  reason: 'no survey of an earlier audit was given',
  enable: '--baseline',
  isMet: ({ baseline }) => baseline !== undefined,
});

export interface CollectionPair {
  readonly then: BaselineCollection;
  readonly now: Collection;
}

/** The collections of the baseline that still exist, with a body; `drawn` is for the first of the service. */
export function listPairs({ baseline, collections }: ServiceSubject, drawn: Json) {
  return (baseline?.collections ?? []).flatMap((then) => {
    const now = collections.find(({ path }) => path === then.path);
    const body = now === collections[0] ? drawn : now?.create?.request?.example;
    return now?.create && body !== undefined ? [{ then, now, body }] : [];
  });
}

/** One of several, in turn. Throws InconclusiveError with `why` where there is none. */
export function chooseInTurn<T>(things: readonly T[], turn: number, why: string): T {
  const chosen = things[turn % Math.max(things.length, 1)];
  assume(chosen !== undefined, 'no-usable-case', why);
  return chosen;
}

/** A body with only these members. Throws InconclusiveError where it lacks one of them. */
export function keepMembers(body: Json, names: readonly string[]): Json {
  const whole = compare.isObject(body) ? body : {};
  const missing = names.find((name) => !Object.hasOwn(whole, name));
  assume(missing === undefined, 'no-usable-case', `no value is known for ${missing}, which was sent in the baseline`);
  return Object.fromEntries(names.map((name) => [name, whole[name] ?? null]));
}
