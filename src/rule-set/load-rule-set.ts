import { existsSync, readFileSync, statSync } from 'node:fs';
import { register } from 'node:module';
import { join } from 'node:path';
import { permissions } from '../model/permission.js';
import { getCurrentId } from '../model/profile/rule-names.js';
import { type Clause, families, type Level } from '../model/result/clause.js';
import { type DeclaredRule, listAssumedRules, type NamedRule } from '../rule/rule.js';
import { guardRule } from './guard-rule.js';
import { loadKitRules, ruleApi } from './kit-modules.js';
import { conventionFile, readRuleFolders } from './shipped-rules.js';

export interface RuleSet {
  readonly rules: readonly NamedRule[];
  readonly clauses: readonly Clause[];
  /** Ids of the rules that are not part of the kit. */
  readonly added?: ReadonlySet<string>;
  /** Ids of the rules that a quick run leaves out. */
  readonly leftOut?: ReadonlySet<string>;
}

/** Thrown for a rule folder that cannot be used, with the reason and the place. */
export class RuleSetError extends Error {
  override readonly name = 'RuleSetError';
}

/**
 * Loads the rules of the kit and of further folders: rules as `<suite>/<claim>.js` or `.mjs`, their clauses in a
 * `convention.md`. Throws {@link RuleSetError} for a folder without rules, a file that is not a rule, or a rule without
 * a clause.
 */
export async function loadRuleSet(folders: readonly string[] = []): Promise<RuleSet> {
  if (folders.length === 0) {
    const clauses = readClauses(conventionFile);
    return { rules: resolveDuties(await loadKitRules(), clauses), clauses };
  }
  for (const folder of folders) checkFolder(folder);
  registerRuleApi();
  const own = await loadKitRules();
  const added = await readAddedRules(folders);
  const twin = added.find(({ id }) => own.some((rule) => rule.id === id));
  if (twin) throw new RuleSetError(`${twin.id} is already a rule of the kit; rename your rule`);
  const clauses = readAllClauses(folders);
  for (const { id, rule } of added) checkRule(id, rule, clauses);
  checkAssumptions([...own, ...added]);
  return {
    rules: resolveDuties([...own, ...added.map(guardAddedRule)], clauses),
    clauses,
    added: new Set(added.map(({ id }) => id)),
  };
}

/** Gives each rule the level and family of its clause, unless it has its own. */
function resolveDuties(rules: readonly NamedRule<DeclaredRule>[], clauses: readonly Clause[]): NamedRule[] {
  const byId = new Map(clauses.map((clause) => [clause.clause, clause]));
  return rules.map(({ id, rule }) => {
    const clause = byId.get(rule.clause);
    if (clause === undefined) throw new RuleSetError(`rule ${id}: ${describeMissingClause(rule)}`);
    const { level = clause.level, family = clause.family, elsewhere, ...rest } = rule;
    const duty = { level, family };
    return {
      id,
      rule: { ...rest, ...duty, ...(elsewhere && { elsewhere: { ...elsewhere, ...duty, elsewhere: undefined } }) },
    };
  });
}

const describeMissingClause = ({ clause }: DeclaredRule) => `no convention.md contains the clause ${clause}`;

function checkFolder(folder: string): void {
  if (!existsSync(folder) || !statSync(folder).isDirectory())
    throw new RuleSetError(`${folder}: no such folder; --rules takes a folder with rules as <suite>/<claim>.mjs`);
}

async function readAddedRules(folders: readonly string[]): Promise<readonly NamedRule<DeclaredRule>[]> {
  let found: readonly NamedRule<DeclaredRule>[];
  try {
    found = await readRuleFolders(folders);
  } catch (error) {
    throw new RuleSetError(`a rule cannot be read: ${(error as Error).message}`);
  }
  if (found.length === 0)
    throw new RuleSetError(`${folders.join(', ')}: no rule found; rules are files named <suite>/<claim>.mjs`);
  return found;
}

function readAllClauses(folders: readonly string[]): Clause[] {
  const files = folders.map((folder) => join(folder, 'convention.md')).filter((file) => existsSync(file));
  try {
    return [conventionFile, ...files].flatMap(readClauses);
  } catch (error) {
    throw new RuleSetError((error as Error).message);
  }
}

const textFields = ['title', 'otherwise', 'since'] as const;
const optionalFields: readonly string[] = ['level', 'family'];
const allowedValues: Readonly<Record<string, readonly string[]>> = {
  level: ['MUST', 'SHOULD', 'MAY'],
  family: [...families],
  per: ['collection', 'action', 'service'],
  stage: ['stable', 'provisional'],
  touches: permissions,
  watches: ['item', 'entries', 'list', 'collection', 'service'],
};

function checkRule(id: string, rule: DeclaredRule, clauses: readonly Clause[]): void {
  const said = rule as unknown as Readonly<Record<string, unknown>>;
  const wrong = [
    ...(/^[a-z0-9-]+\/[a-z0-9-]+$/.test(id) ? [] : ['its path is not <suite>/<claim>']),
    ...textFields.filter((name) => typeof said[name] !== 'string').map((name) => `${name} is not a text`),
    ...Object.entries(allowedValues)
      .filter(([name]) => said[name] !== undefined || !optionalFields.includes(name))
      .filter(([name, known]) => !known.includes(String(said[name])))
      .map(([name, known]) => `${name} is not one of ${known.join(', ')}`),
    ...(['given', 'when'] as const)
      .filter((name) => typeof said[name] !== 'function')
      .map((name) => `${name} is not a function`),
    ...(Array.isArray(said.needs) ? [] : ['needs is not a list']),
    ...(clauses.some(({ clause }) => clause === rule.clause) ? [] : [describeMissingClause(rule)]),
  ];
  if (wrong.length > 0) throw new RuleSetError(`rule ${id}: ${wrong.join('; ')}`);
}

/** Rules that assume each other could never start. */
function checkAssumptions(rules: readonly NamedRule<DeclaredRule>[]): void {
  const assumed = new Map(rules.map(({ id, rule }) => [id, listAssumedRules(rule)]));
  const visit = (id: string, above: readonly string[]): void => {
    if (above.includes(id))
      throw new RuleSetError(`rules assume each other in a circle: ${[...above, id].join(' → ')}`);
    for (const next of assumed.get(id) ?? []) visit(next, [...above, id]);
  };
  for (const { id } of rules) visit(id, []);
}

/** A custom rule is silent in no variant, its steps are limited in time, and it may assume rules by their former ids. */
const guardAddedRule = ({ id, rule }: NamedRule<DeclaredRule>): NamedRule<DeclaredRule> => ({
  id,
  rule: guardRule({ ...rule, silentIn: rule.silentIn ?? [], assumes: (rule.assumes ?? []).map(getCurrentId) }),
});

let isRuleApiRegistered = false;

/** Makes `assay/rule` importable for custom rules anywhere, because a deployed folder may have no node_modules. */
function registerRuleApi(): void {
  if (isRuleApiRegistered) return;
  isRuleApiRegistered = true;
  const hook = `export const resolve = (name, context, next) =>
    name === 'assay/rule' ? { url: ${JSON.stringify(ruleApi.href)}, shortCircuit: true } : next(name, context);`;
  register(`data:text/javascript,${encodeURIComponent(hook)}`);
}

/**
 * Reads the clauses of `convention.md`: a heading `### ID · LEVEL · family`, a quoted sentence, and a list of `Source`,
 * `Why`, `Choices`, `Untested`, `Fix`, with a fenced block each for `Wrong` and `Right`. Throws an Error with the line of
 * an incomplete clause.
 */
export function readClauses(file: string): Clause[] {
  const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n');
  const sections = [...text.matchAll(/^### (.+)\n([\s\S]*?)(?=^#{1,3} |(?![\s\S]))/gm)];
  return sections.map((section) => parseClause(file, text, section));
}

function parseClause(file: string, text: string, [, heading = '', body = '']: RegExpMatchArray): Clause {
  const [clause = '', level = '', family = ''] = heading.split('·').map((part) => part.trim());
  const sentence = [...body.matchAll(/^> (.+)$/gm)].map(([, line]) => line).join(' ');
  const source = readListPoint(body, 'Source');
  const isWhole =
    /^[A-Z]+-\d+$/.test(clause) && /^(MUST|SHOULD|MAY)$/.test(level) && /^(convention|http|document)$/.test(family);
  if (!isWhole || !sentence || !source) {
    const line = text.slice(0, text.indexOf(heading)).split('\n').length;
    throw new Error(`${file}:${line}: the clause "${heading}" is incomplete`);
  }
  const choices = readListPoint(body, 'Choices');
  const untested = readListPoint(body, 'Untested');
  const fix = readListPoint(body, 'Fix');
  const wrong = readExchanges(body, 'Wrong');
  const right = readExchanges(body, 'Right');
  return {
    clause,
    level: level as Level,
    family: family as Clause['family'],
    sentence,
    source,
    why: readListPoint(body, 'Why'),
    choices: choices === '' ? [] : [choices],
    ...(untested && { untested }),
    ...(wrong && { wrong }),
    ...(right && { right }),
    ...(fix && { fix }),
  };
}

const readListPoint = (body: string, name: string): string =>
  new RegExp(`^- ${name}: (.+(?:\\n  .+)*)`, 'm').exec(body)?.[1]?.replace(/\n\s+/g, ' ') ?? '';

/** The fenced block below a list point, without the indentation of the list. */
const readExchanges = (body: string, name: string): string =>
  (new RegExp(`^- ${name}:\\n+  \`\`\`http\\n([\\s\\S]*?)\\n  \`\`\`$`, 'm').exec(body)?.[1] ?? '').replace(
    /^ {2}/gm,
    '',
  );
