import {
  assume,
  compare,
  type Exchange,
  type Finding,
  held,
  http,
  type Item,
  inconclusive,
  type Json,
  type JudgingTools,
  violated,
} from '#rule';

export function pickValues(pointers: readonly string[], before: Json | undefined, after: Json | undefined) {
  const pick = (value: Json | undefined) =>
    Object.fromEntries(pointers.map((pointer) => [pointer, compare.getAtPointer(value, pointer) ?? null]));
  return { expected: pick(before), actual: pick(after) };
}

/** Three reads of one item: two with no request in between, a third after the treatment. */
export interface ReadsAround {
  readonly item: Item;
  readonly control: readonly [Exchange, Exchange];
  readonly treatment: readonly Exchange[];
  readonly after: Exchange;
}

/** ReadsAround twice, applies the treatment, reads again. Ends the case when the item cannot be read at first. */
export async function readAround(item: Item, treat: () => Promise<readonly Exchange[]>): Promise<ReadsAround> {
  const first = await item.getUntil((exchange) => http.hasStatus(exchange, 200));
  const second = await item.get();
  assume(http.hasStatus(first, 200) && http.hasStatus(second, 200), 'setup', 'the created item could not be read');
  return { item, control: [first, second], treatment: await treat(), after: await item.get() };
}

/** Violated when the treatment changed a member that was stable before, or when the item is gone. */
export function judgeReads(
  { item, control, treatment, after }: ReadsAround,
  { isVolatile, isAccessStatistic }: JudgingTools,
): Finding {
  const shows = [item.createdBy, control[1], ...treatment.slice(-1), after];
  // Any other status may concern the caller instead of the item: an unusual request can block the caller.
  if (!http.hasStatus(after, 200, 404, 410))
    return inconclusive('setup', `GET afterwards returned ${after.answer?.status}`);
  if (!http.hasStatus(after, 200))
    return violated({ expected: 'the item is unchanged', actual: `GET returned ${after.answer?.status}`, shows });
  const looks = [control[0].answer?.json, control[1].answer?.json] as const;
  const isNoise = (pointer: string) => isVolatile(pointer) || isAccessStatistic(pointer);
  const changed = compare.findNewChanges(looks, [looks[1], after.answer?.json], isNoise);
  return changed.length === 0 ? held : violated({ ...pickValues(changed, looks[1], after.answer?.json), shows });
}
