import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { dialects } from '../src/demo/start-demo.js';
import { getCurrentId, listFormerIds } from '../src/model/profile/rule-names.js';
import { dataRules } from '../src/model/result/gate-policy.js';
import { loadRuleSet } from '../src/rule-set/load-rule-set.js';
import { conventionFile, readRuleFolders } from '../src/rule-set/shipped-rules.js';
import { allFaults } from '../tools/faults/all-faults.js';

const { rules, clauses } = await loadRuleSet();
const files = await readRuleFolders();
const ids = rules.map(({ id }) => id);
const textOf = (id: string) => readFileSync(new URL(`./${id}.ts`, import.meta.url), 'utf8');

test('--fail-on data names rules that exist, and none that may not fail a run', () => {
  const findLevel = (name?: string) => clauses.find(({ clause }) => clause === name)?.level;
  const named = [...dataRules].map((id) => findLevel(rules.find((one) => one.id === id)?.rule.clause));
  expect(named.filter((level) => level === undefined || level === 'MAY')).toEqual([]);
});

/** Functions of a rule that depend on a profile key, and the key. */
const helped: readonly (readonly [RegExp, string])[] = [
  [/\bbodies\.patch\(\)/, 'resources[].patch'],
  [/\b(judgeUnchanged|judgeReads|isVolatile|steady|settled)\b/, 'resources[].volatile'],
  [/\b(judgeReads|isAccessStatistic)\b/, 'resources[].accessStatistics'],
];

const harmlessHead = 'safety/head-does-not-change-the-item';

/** Requirements for every rule. */
describe.each(rules)('$id', ({ id, rule }) => {
  test('has a path of plain words as its id', () => {
    expect(id).toMatch(/^[a-z]+\/[a-z0-9]+(-[a-z0-9]+)+$/);
  });

  test('leaves its level and family to its clause', () => {
    const clause = clauses.find((one) => one.clause === rule.clause);
    expect({ level: rule.level, family: rule.family }).toEqual({ level: clause?.level, family: clause?.family });
    const declared = files.find((one) => one.id === id)?.rule;
    expect([declared?.level, declared?.family]).toEqual([undefined, undefined]);
  });

  test('has different texts for held and violated', () => {
    expect(rule.title).not.toBe(rule.otherwise);
    for (const line of [rule.title, rule.otherwise]) expect(line).toMatch(/^[A-Z0-9].{10,90}[^.]$/);
  });

  test('has a proof: faults that must violate it, and dialects that must not', () => {
    const claiming = allFaults.filter(({ violates }) => violates.includes(id));
    if (rule.level !== 'MAY') expect(claiming.length).toBeGreaterThan(0);
    const ways = new Set(dialects.map(({ name }) => name));
    expect(rule.silentIn.filter((name) => !ways.has(name))).toEqual([]);
    expect(rule.silentIn.length).toBeGreaterThan(0);
  });

  test('cites a clause that names the profile keys that would help', () => {
    const told = clauses.find((one) => one.clause === rule.clause)?.choices.join() ?? '';
    const needed = helped.filter(([does]) => does.test(textOf(id))).map(([, key]) => key);
    expect(needed.filter((key) => !told.includes(`\`${key}\``))).toEqual([]);
  });

  test('assumes the rule about effects of HEAD where it sends HEAD', () => {
    const sendsHead = /'HEAD'|\.head\(\)/.test(textOf(id)) && id !== harmlessHead;
    expect(sendsHead && !rule.assumes?.includes(harmlessHead)).toBe(false);
  });

  test('assumes rules that exist', () => {
    expect((rule.assumes ?? []).filter((assumed) => !ids.includes(assumed))).toEqual([]);
  });
});

describe('the convention', () => {
  test('has every clause once, with a rule or the reason for none', () => {
    const names = clauses.map(({ clause }) => clause);
    expect(new Set(names).size).toBe(names.length);
    const bare = clauses.filter(
      ({ clause, untested }) => !untested && !rules.some(({ rule }) => rule.clause === clause),
    );
    expect(bare.map(({ clause }) => clause)).toEqual([]);
  });

  test('has the level of each clause in its sentence, and a reason', () => {
    for (const { sentence, level, why, untested } of clauses) {
      expect(sentence).toContain(level);
      expect(why || untested).toBeTruthy();
    }
  });

  test.each(clauses.filter(({ untested }) => !untested))(
    '$clause has Wrong, Right and Fix',
    ({ wrong, right, fix }) => {
      expect(fix).toMatch(/^[A-Z`].+\.$/);
      expect(right).not.toBe(wrong);
      for (const text of [wrong, right]) {
        const exchanges = (text ?? '').split('\n\n');
        for (const exchange of exchanges) {
          expect(exchange).toMatch(/^(GET|HEAD|POST|PUT|PATCH|DELETE) \/\S*\n([\s\S]+\n)?HTTP\/1\.1 [1-5]\d\d [A-Z]/);
          expect(exchange.match(/^HTTP\//gm)).toHaveLength(1);
        }
      }
    },
  );

  test('keeps the ids of its rules: waivers refer to them', () => {
    expect(
      rules
        .map(({ id, rule }) => `${rule.clause} ${rule.level} ${id}`)
        .sort()
        .join('\n'),
    ).toMatchSnapshot();
  });
});

describe('the faults', () => {
  test('violate rules that exist', () => {
    expect(allFaults.flatMap(({ violates }) => violates).filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('are at least one for each rule, and at least 15 of them are subtle', () => {
    expect(allFaults.filter(({ isSubtle }) => isSubtle).length).toBeGreaterThanOrEqual(15);
  });
});

describe('the table of sentences', () => {
  const text = readFileSync(conventionFile, 'utf8');
  const rows = [...text.slice(text.indexOf('## Every sentence')).matchAll(/^\| (§[^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)];
  const cited = rows.map(([, , , cell = '']) => cell.split(',').map((id) => id.trim()));

  test('has an existing clause for every sentence', () => {
    const names = new Set(clauses.map(({ clause }) => clause));
    expect(rows.length).toBeGreaterThan(60);
    expect(cited.flat().filter((id) => !names.has(id))).toEqual([]);
  });

  test('has a sentence for every clause of the convention, in the order of the source', () => {
    const used = new Set(cited.flat());
    const loose = clauses.filter(({ clause, family }) => family === 'convention' && !used.has(clause));
    expect(loose.map(({ clause }) => clause)).toEqual([]);
    const places = rows.map(([, place = '']) => Number(/§(\d)/.exec(place)?.[1]));
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });
});

test('former ids are those of rules that went away, and lead to rules with an experiment at operations', () => {
  const joined = rules.filter(({ id, rule }) => rule.elsewhere !== undefined && listFormerIds(id).length > 0);
  for (const { id } of joined) expect(listFormerIds(id).map(getCurrentId)).toEqual([id]);
  expect(joined.flatMap(({ id }) => listFormerIds(id)).filter((former) => ids.includes(former))).toEqual([]);
  expect(joined.length).toBe(8);
});
