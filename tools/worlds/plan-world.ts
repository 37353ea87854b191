import type { Fault, World } from '../../src/demo/start-demo.js';
import { listAssumedRules, type NamedRule } from '../../src/rule/rule.js';
import { removeReplacedDialects } from './replaced-dialects.js';
import type { WorldTask } from './world-task.js';

/** The audit of a correct service in a world. */
export const planCorrectAudit = (
  world: World,
  seed: number,
  dialect: readonly string[],
  only: readonly string[] = [],
): WorldTask => ({
  world: world.name,
  seed,
  only,
  dialect: addWorldDialects(removeReplacedDialects(dialect, world), world),
});

/** The audit of a faulty service in a world, with the rules that claim the fault and those that they assume; `dialect` is used where the fault needs none. */
export const planFaultAudit = (
  world: World,
  seed: number,
  { fault, dialect, rules }: { fault: Fault; dialect: readonly string[]; rules: readonly NamedRule[] },
): WorldTask => ({
  world: world.name,
  seed,
  fault: fault.name,
  dialect: addWorldDialects(fault.dialect ?? removeReplacedDialects(dialect, world), world),
  only: addAssumedRules(fault.violates, rules),
});

const addWorldDialects = (dialect: readonly string[], { needs = [] }: World): string[] => [
  ...dialect,
  ...needs.filter((name) => !dialect.includes(name)),
];

function addAssumedRules(claims: readonly string[], rules: readonly NamedRule[]): string[] {
  const asked = new Set(claims);
  for (const id of asked)
    for (const { rule } of rules.filter((one) => one.id === id))
      for (const other of listAssumedRules(rule)) asked.add(other);
  return [...asked];
}
