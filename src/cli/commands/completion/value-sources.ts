import { formats } from '../../../report/formats.js';

/** Functions that list the values of flags that are not listed with the flag; called only when needed. */
export const valueSources: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  only: listRuleNames,
  format: async () => Object.keys(formats),
  fault: async () => (await importDemo()).faults.map(({ name }) => name),
  dialect: async () => (await importDemo()).dialects.map(({ name }) => name),
  world: async () => (await importDemo()).worlds.map(({ name }) => name),
};

const importDemo = () => import('../../../demo/start-demo.js');

/** Lists everything that selects rules: suites, rules and clauses. */
export async function listRuleNames(): Promise<string[]> {
  const { loadRuleSet: readLaw } = await import('../../../rule-set/load-rule-set.js');
  const { rules } = await readLaw();
  const suites = rules.map(({ id }) => `${id.split('/', 1)[0]}/*`);
  return [...new Set([...suites, ...rules.map(({ id }) => id), ...rules.map(({ rule }) => rule.clause)])];
}
