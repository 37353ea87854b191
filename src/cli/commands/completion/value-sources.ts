import { formats } from '../../../report/render.js';

/** Where the values of flags come from that are not listed with the flag, by flag; read when somebody asks. */
export const sources: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  only: ruleNames,
  format: async () => Object.keys(formats),
  fault: async () => (await proving()).faults.map(({ name }) => name),
  dialect: async () => (await proving()).dialects.map(({ name }) => name),
  world: async () => (await proving()).worlds.map(({ name }) => name),
};

const proving = () => import('../../../demo/start-demo.js');

/** Everything that names rules: suites, rules and clauses. */
export async function ruleNames(): Promise<string[]> {
  const { readLaw } = await import('../../../rule-set/load-rule-set.js');
  const { rules } = await readLaw();
  const suites = rules.map(({ id }) => `${id.split('/', 1)[0]}/*`);
  return [...new Set([...suites, ...rules.map(({ id }) => id), ...rules.map(({ rule }) => rule.clause)])];
}
