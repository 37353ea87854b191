import type { ObservedExchange } from '../model/observed-exchange.js';
import { held, InconclusiveError, inconclusive, violated } from './finding.js';
import { checkExchange, type PassiveCheck } from './passive-check.js';
import { type DeclaredRule, findStage, firstVersion } from './rule.js';
import { constant } from './values/generators.js';

/** The parts of a passive rule. */
export type PassiveRuleParts = Pick<
  DeclaredRule,
  'clause' | 'level' | 'family' | 'title' | 'otherwise' | 'doubt' | 'assumes' | 'silentIn'
> & { readonly since?: string; readonly observes: PassiveCheck };

/**
 * Declares a passive rule: it judges every exchange of the survey and of the run, whichever check sent it. What it finds
 * is repeated alone at the end of the run, shrunk, and reported for the operation of the request.
 *
 * @example
 * definePassiveRule({ clause: 'ERR-17', …, observes: {
 *   statuses: [405],
 *   findFlaw: ({ answer }) => getHeader(answer, 'allow') === undefined ? '405 without Allow' : undefined,
 *   expected: '405 with a field Allow',
 * } })
 */
export const definePassiveRule = (
  parts: PassiveRuleParts,
): DeclaredRule<null, ObservedExchange> & { readonly elsewhere?: never } => {
  const { observes } = parts;
  return Object.freeze({
    since: firstVersion,
    stage: findStage(parts),
    ...parts,
    isPassive: true,
    // Its request is repeated on one item.
    reusedItems: 1,
    per: 'service',
    touches: 'reads',
    watches: 'service',
    needs: [],
    given: () => constant(null),
    when: async () => {
      throw new InconclusiveError('no-usable-case', 'a passive rule sends nothing');
    },
    then(exchange, { dialect }) {
      const actual = checkExchange(observes, exchange, { dialect, declaredStatuses: [] });
      if (actual === null) return inconclusive('no-usable-case', 'the rule is not about this response');
      return actual === undefined ? held : violated({ expected: observes.expected, actual });
    },
  } satisfies DeclaredRule<null, ObservedExchange>);
};
