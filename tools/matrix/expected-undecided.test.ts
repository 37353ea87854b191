import { expect, test } from 'vitest';
import { dialects } from '../../src/demo/start-demo.js';
import { loadRuleSet } from '../../src/rule-set/load-rule-set.js';
import { listUnexpectedlyUndecided, rulesWithoutCases } from './expected-undecided.js';
import { libraryVariants } from './valid-variants.js';

const undecided = 'caching/current-entity-tag-answers-304 [orders] no-usable-case';

test('the rules and dialects that are named exist', async () => {
  const { rules } = await loadRuleSet();
  const ids = rules.map(({ id }) => id);
  const names = [...dialects.map(({ name }) => name), ...libraryVariants];
  expect(rulesWithoutCases.flatMap((one) => one.rules).filter((id) => !ids.includes(id))).toEqual([]);
  expect(rulesWithoutCases.flatMap(({ unless }) => unless).filter((name) => !names.includes(name))).toEqual([]);
});

test('a rule may have no usable case where the dialects leave it none', () => {
  expect(listUnexpectedlyUndecided([undecided], [])).toEqual([]);
  expect(listUnexpectedlyUndecided([undecided], ['etags'])).toEqual([undecided]);
});

test('what is undecided for another cause, or of another rule, is unexpected', () => {
  const others = [undecided.replace('no-usable-case', 'noise'), undecided.replace('caching', 'safety')];
  expect(listUnexpectedlyUndecided(others, [])).toEqual(others);
});
