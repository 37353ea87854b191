import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { demoDialects } from '../../src/demo/start-demo.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { installSteadyClock } from '../../test/support/install-steady-clock.js';
import { allFaults } from '../faults/all-faults.js';
import { type CasesByRule, chooseRules, countFound } from './choose-rules.js';
import { measureCosts, measureFinders } from './measure-faults.js';
import { renderYield } from './render-yield.js';

/**
 * `npm run bench:quick`: measures which rules find which faults of the demo with few cases, prints what each rule costs for each
 * fault that it finds, and writes the rules of `--quick`.
 */
installSteadyClock();

/** Part of the faults. Passive rules send nothing and are checked too, so that another seed finds no fewer. */
const part = 0.8;
const seeds = [1, 2];

const ruleSet = await loadRuleSet();
const costs = await measureCosts(ruleSet, [[], demoDialects]);
const finders: Record<string, CasesByRule> = {};
for (const fault of allFaults) finders[fault.name] = await measureFinders(fault, ruleSet, seeds);
if (process.argv[2] !== undefined) writeFileSync(process.argv[2], JSON.stringify({ costs, finders }));
const chosen = chooseRules({ finders, costs, part });
const found = countFound(finders, chosen);

const cases = Object.fromEntries(
  ruleSet.rules.flatMap(({ id }) => (chosen[id] === undefined ? [] : [[id, chosen[id]]])),
);
const file = fileURLToPath(new URL('../../../src/rule-set/quick-cases.json', import.meta.url));
writeFileSync(file, `${JSON.stringify(cases, null, 2)}\n`);
process.stdout.write(`${renderYield({ finders, costs })}\n`);
process.stdout.write(
  `${Object.keys(cases).length} of ${ruleSet.rules.length} rules find ${found} of ${allFaults.length} faults in both seeds\n`,
);
process.exit(0);
