import type { SentExchange } from '../../../http/exchange.js';
import type { ObservedExchange } from '../../../model/observed-exchange.js';
import type { Collection } from '../../../model/service/subject.js';
import type { PassiveCheck } from '../../../rule/passive-check.js';
import { createChangeLog } from '../others/change-log.js';
import type { FindRoute } from '../route-table.js';
import { createEffectLog, type FollowedWrite } from './effect-log.js';

/** A rule's judgement over single exchanges. */
export interface NamedCheck {
  readonly id: string;
  readonly observes: PassiveCheck;
}

/** Passes what earlier requests left behind, as later ones show it, on to `inspect`, for the rules that are about that. */
export function createConsequenceLog(
  checks: readonly NamedCheck[],
  inspect: (id: string, check: PassiveCheck, exchange: ObservedExchange, sent: SentExchange) => void,
) {
  const aboutEffects = checks.filter(({ observes }) => observes.isAboutEffects === true);
  const aboutOthers = checks.filter(({ observes }) => observes.isAboutOthers === true);
  const [effects, changes] = [createEffectLog(), createChangeLog()];
  const recordFollowed = (followed: readonly FollowedWrite[]) => {
    for (const { exchange, sent, effect } of followed)
      for (const { id, observes } of aboutEffects)
        inspect(id, observes, { ...exchange, ...(effect && { effect }) }, sent);
  };
  const recordChanges = (observed: ObservedExchange, exchange: SentExchange) => {
    for (const suspect of changes.record(observed, exchange))
      for (const { id, observes } of aboutOthers) inspect(id, observes, suspect.exchange, suspect.sent);
  };
  return {
    effects,
    /** Records refused writes that were followed. */
    recordFollowed,
    record(exchange: ObservedExchange, sent: SentExchange): void {
      if (aboutEffects.length > 0) recordFollowed(effects.record(exchange, sent));
      if (aboutOthers.length > 0) recordChanges(exchange, sent);
    },
    setRoutes(findRoute: FindRoute, collections: readonly Collection[]): void {
      effects.setRoutes(findRoute, collections);
      changes.setRoutes(findRoute, collections);
    },
  };
}

/** Whether a check needs nothing beside the exchange. */
export const isAboutExchange = ({ observes }: NamedCheck): boolean =>
  observes.isAboutEffects !== true && observes.isAboutOthers !== true;
