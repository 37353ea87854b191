import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../../test/support/temporary-folder.fixture.js';
import { loadRuleSet } from './load-rule-set.js';
import { readRuleFolders, suitesFolder } from './shipped-rules.js';

const ruleOf = (clause: string) => `export default { clause: '${clause}', then: () => ({ verdict: 'held' }) };\n`;

describe('the catalogue', () => {
  test('names a rule by its path in its folder, and reads only rules', async () => {
    const root = createTemporaryFolder({
      'safety/a-rule.js': ruleOf('T-1'),
      'safety/deeper/b-rule.js': ruleOf('T-2'),
      'top.js': ruleOf('T-3'),
      'safety/_private.js': 'throw new Error("private parts are not read");\n',
      'safety/a-rule.test.js': 'throw new Error("tests are not read");\n',
      'safety/a-rule.d.ts': 'throw new Error("declarations are not read");\n',
      'safety/notes.md': '# no rule\n',
    });
    const found = await readRuleFolders([root]);
    expect(found.map(({ id, rule }) => [id, rule.clause])).toEqual([
      ['safety/a-rule', 'T-1'],
      ['safety/deeper/b-rule', 'T-2'],
      ['top', 'T-3'],
    ]);
  });

  test('combines the folders of a user', async () => {
    const found = await readRuleFolders([
      createTemporaryFolder({ 'a/x.js': ruleOf('T-1') }),
      createTemporaryFolder({ 'a/y.js': ruleOf('T-2') }),
    ]);
    expect(found.map(({ id }) => id)).toEqual(['a/x', 'a/y']);
  });

  test('refuses two rules with one name, and names the second', async () => {
    const [first, second] = [
      createTemporaryFolder({ 'a/x.js': ruleOf('T-1') }),
      createTemporaryFolder({ 'a/x.js': ruleOf('T-2') }),
    ];
    await expect(readRuleFolders([first, second])).rejects.toThrow(
      `two rules have the id a/x; the second is ${join(second, 'a/x.js')}`,
    );
  });

  test.each([
    ['nothing', ''],
    ['something else by default', 'export default { title: "x" };\n'],
    ['a rule under another name', `export const rule = { clause: 'T-1', then() {} };\n`],
  ])('refuses a file that exports %s', async (_, text) => {
    const root = createTemporaryFolder({ 'a/x.txt': '', 'a/x.js': text });
    await expect(readRuleFolders([root])).rejects.toThrow(`${join(root, 'a/x.js')} has no rule as its default export`);
  });

  test('finds the suites of the kit by default', async () => {
    const found = await readRuleFolders();
    expect(found.map(({ id }) => id)).toContain('safety/get-does-not-change-the-item');
    expect(found).toEqual(await readRuleFolders([suitesFolder]));
  });
});

test('few rules are provisional, and each of them says its doubt in one sentence', async () => {
  const { rules } = await loadRuleSet();
  const doubts = rules.flatMap(({ rule: { doubt } }) => doubt ?? []);
  expect(doubts.length).toBeLessThanOrEqual(25);
  expect(doubts.filter((doubt) => !/^[A-Z][^.]{20,140}\.$/.test(doubt))).toEqual([]);
});

test('a custom rule may assume a rule by its former id', async () => {
  const rule = `export default { clause: 'RES-01', per: 'collection', title: 't', otherwise: 'o', since: '1', stage: 'stable',
    touches: 'reads', watches: 'item', needs: [], given() {}, when() {}, then() {}, assumes: ['operations/head-is-supported'] };`;
  const { rules } = await loadRuleSet([createTemporaryFolder({ 'mine/a-rule.js': rule })]);
  expect(rules.find(({ id }) => id === 'mine/a-rule')?.rule.assumes).toEqual(['safety/head-is-supported']);
});
