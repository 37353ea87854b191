import { isObject, type Json } from '../../../model/json.js';
import type { RunContext } from '../../run-context.js';
import { createJudgingTools } from '../../trial/judging-tools.js';
import type { Suspect } from '../exchange-log.js';
import type { FindRoute } from '../route-table.js';

/** A suspect without the members that change by themselves; undefined where no other member changed. */
export function settleEffect(suspect: Suspect, site: RunContext, findRoute: FindRoute): Suspect | undefined {
  const { effect, path } = suspect.exchange;
  if (effect?.kind !== 'changed') return suspect;
  const collection = site.collections.find(({ name }) => name === findRoute(path).collection);
  if (collection === undefined) return undefined;
  const { withoutBookkeeping } = createJudgingTools(collection, site.noise.get(collection.name)?.volatile ?? [], site);
  const settle = (shown: Json): Json => withoutBookkeeping(shown) ?? null;
  const [before, after] = [settle(effect.before), settle(effect.after)];
  if (!isObject(after) || Object.keys(after).length === 0) return undefined;
  return { ...suspect, exchange: { ...suspect.exchange, effect: { ...effect, before, after } } };
}
