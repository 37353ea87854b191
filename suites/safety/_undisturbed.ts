import {
  assume,
  type Exchange,
  type Finding,
  findChangesAfterTreatment,
  hasStatus,
  held,
  type Item,
  inconclusive,
  type JudgingTools,
  violated,
} from '#rule';
import { valuesAt } from './_values.js';

/** Three looks at one item: two with nothing between them, a third after the treatment. */
export interface Looks {
  readonly item: Item;
  readonly control: readonly [Exchange, Exchange];
  readonly treatment: readonly Exchange[];
  readonly after: Exchange;
}

/** Looks twice, treats, looks again. Ends the case when the item cannot be read to begin with. */
export async function lookAround(item: Item, treat: () => Promise<readonly Exchange[]>): Promise<Looks> {
  const first = await item.getUntil((exchange) => hasStatus(exchange, 200));
  const second = await item.get();
  assume(hasStatus(first, 200) && hasStatus(second, 200), 'setup', 'what was made could not be read');
  return { item, control: [first, second], treatment: await treat(), after: await item.get() };
}

/** Violated when the treatment moved what had stood still, or when the item is no longer there. */
export function judgeLooks(
  { item, control, treatment, after }: Looks,
  { isVolatile, isAccessStatistic }: JudgingTools,
): Finding {
  const shows = [item.createdBy, control[1], ...treatment.slice(-1), after];
  // Anything else may be said of the caller, not of the item: an odd request can get a caller locked out.
  if (!hasStatus(after, 200, 404, 410))
    return inconclusive('setup', `GET afterwards was answered ${after.answer?.status}`);
  if (!hasStatus(after, 200))
    return violated({ expected: 'the item, as before', actual: `GET answers ${after.answer?.status}`, shows });
  const looks = [control[0].answer?.json, control[1].answer?.json] as const;
  const isNoise = (pointer: string) => isVolatile(pointer) || isAccessStatistic(pointer);
  const changed = findChangesAfterTreatment(looks, after.answer?.json, isNoise);
  return changed.length === 0 ? held : violated({ ...valuesAt(changed, looks[1], after.answer?.json), shows });
}
