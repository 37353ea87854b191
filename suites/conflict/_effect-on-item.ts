import {
  type Action,
  type Collection,
  type Exchange,
  type Finding,
  findDifferences,
  getAtPointer,
  hasStatus,
  held,
  type Item,
  inconclusive,
  isCached,
  type Json,
  type JudgingTools,
  violated,
} from '#rule';

/** An item before and after refused requests. */
export interface EffectOnItem {
  readonly before: Exchange;
  readonly after: Exchange;
  /** Control: one more read where the second one differs from the first. */
  readonly again: Exchange | undefined;
  readonly refused: readonly Exchange[];
}

/** Reads an item again, and once more where it differs: a member that changes between two reads is no effect. */
export async function readEffect(item: Item, before: Exchange, refused: readonly Exchange[]): Promise<EffectOnItem> {
  const after = await item.get();
  const isEqual = findDifferences(before.answer?.json, after.answer?.json).length === 0;
  return { before, after, again: isEqual ? undefined : await item.get(), refused };
}

/** Violated when the refused requests changed a member that is stable otherwise, or removed the item. */
export function judgeEffectOnItem(
  { before, after, again, refused }: EffectOnItem,
  { withoutBookkeeping }: JudgingTools,
): Finding {
  if ([before, after].some(isCached)) return inconclusive('noise', 'a cache answered instead of the service');
  const shows = [before, ...refused.slice(0, 2), after];
  if (hasStatus(after, 404, 410))
    return violated({ expected: 'the item is unchanged', actual: `GET returned ${after.answer?.status}`, shows });
  if (!hasStatus(after, 200)) return inconclusive('setup', `GET returned ${after.answer?.status}`);
  const shown = (look: Exchange) => withoutBookkeeping(look.answer?.json);
  const restless = (again ? findDifferences(shown(after), shown(again)) : []).map(({ pointer }) => pointer);
  const moved = findDifferences(shown(before), shown(after)).filter(({ pointer }) => !restless.includes(pointer));
  if (moved.length > 0)
    return violated({ expected: pickValues(moved, 'expected'), actual: pickValues(moved, 'actual'), shows });
  const [strange] = restless;
  if (strange === undefined) return held;
  const hint = 'if it changes by itself, name it in resources[].volatile';
  return inconclusive('noise', `${strange} differs between two GETs without a write in between; ${hint}`);
}

/** The members of an action record that distinguish it from another one. */
export const pickRecordMembers = (
  { fields = {} }: Action,
  { id }: Pick<Collection, 'id'>,
  shown: Json | undefined,
): Json =>
  Object.fromEntries(
    [id.pointer, '/id', ...Object.values(fields)].map((pointer) => [pointer, getAtPointer(shown, pointer) ?? null]),
  );

const pickValues = (moved: ReturnType<typeof findDifferences>, side: 'expected' | 'actual'): Json =>
  Object.fromEntries(moved.map((one) => [one.pointer, one[side] ?? 'absent']));
