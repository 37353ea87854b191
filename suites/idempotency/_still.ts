import {
  answered,
  at,
  differences,
  type Exchange,
  type Finding,
  header,
  held,
  inconclusive,
  isObject,
  type Json,
  type Judging,
  pointerOf,
  same,
  tokensOf,
  violated,
} from '#rule';

/** Two looks at one thing, with something between them that should not have moved it. */
export interface Looks {
  /** What the client sent for it last: its members are the client's to control. */
  readonly sent: Json;
  readonly before: Exchange;
  readonly after: Exchange;
  readonly shows: readonly Exchange[];
  readonly summary?: string;
  /** Members that were meant to move. */
  readonly named?: readonly string[];
  /** Whether members that the server derives may follow. */
  readonly isDerivingLegal?: boolean;
}

/** Violated when a member that the client controls moved, or the thing is gone; what the server alone writes is no proof. */
export function judgeStill(looks: Looks, { settled }: Judging): Finding {
  const { before, after, shows, summary, named = [] } = looks;
  const told = summary === undefined ? { shows } : { shows, summary };
  if (isCached(before) || isCached(after)) return inconclusive('noise', 'a cache answered, not the service');
  if (answered(after, 404, 410))
    return violated({ expected: 'the thing, as before', actual: `GET answers ${after.answer?.status}`, ...told });
  if (!answered(after, 200)) return inconclusive('setup', `GET was answered ${after.answer?.status}`);
  const topOf = (pointer: string) => tokensOf(pointer)[0] ?? '';
  const moved = differences(settled(before.answer?.json), settled(after.answer?.json));
  const others = moved.filter(({ pointer }) => !named.includes(topOf(pointer)));
  const controlled = controlledOf(looks.sent, before.answer?.json);
  const accused = others.filter(({ pointer }) => controlled.includes(topOf(pointer)));
  if (accused.length > 0) {
    const side = (of: 'expected' | 'actual') =>
      Object.fromEntries(accused.map((one) => [one.pointer, one[of] ?? 'absent']));
    return violated({ expected: side('expected'), actual: side('actual'), ...told });
  }
  const [strange] = others;
  if (strange === undefined || looks.isDerivingLegal) return held;
  const advice = 'if it changes by itself, name it in resources[].volatile';
  return inconclusive('noise', `${strange.pointer} moved, though no client ever sent it; ${advice}`);
}

/** Names of the members that the client sent and the service shows. */
export const controlledOf = (sent: Json, shown: Json | undefined): string[] =>
  isObject(sent) && isObject(shown) ? Object.keys(sent).filter((name) => Object.hasOwn(shown, name)) : [];

/** Whether a cache says that it answered in place of the service. */
export function isCached({ answer }: Pick<Exchange, 'answer'>): boolean {
  const isHit = ['x-cache', 'cf-cache-status', 'x-cache-status'].some((name) =>
    /hit/i.test(header(answer, name) ?? ''),
  );
  return isHit || Number(header(answer, 'age') ?? 0) > 0;
}

/** Whether what answers at an address is another thing than before, with other values of the client: the id was given out again. */
export function isAnother(sent: Json, before: Json | undefined, after: Json | undefined): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  return controlledOf(sent, before).some((name) => Object.hasOwn(after, name) && !same(before[name], after[name]));
}

/** Whether a representation shows what was sent as it was sent; of what it does not show, nothing is said. */
export const isShowing = (shown: Json | undefined, sent: Json): boolean =>
  controlledOf(sent, shown).every((name) => same(at(shown, pointerOf([name])), at(sent, pointerOf([name]))));
