import { dialects, faults, worlds } from '../../../demo/start-demo.js';
import type { Permission } from '../../../model/permission.js';
import type { Clause } from '../../../model/result/clause.js';
import { listRfcLinks } from '../../../report/results/rfc-links.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import type { NamedRule, Rule } from '../../../rule/rule.js';
import type { RuleSet } from '../../../rule-set/load-rule-set.js';

/** Renders a clause and the rules that check it, for people; `subject` is the subject of the example waiver. */
export function explainClause(clause: Clause, rules: readonly NamedRule[], ruleSet: RuleSet, subject?: string) {
  const { sentence, source, why, choices, untested, wrong, right, fix } = clause;
  return [
    `${clause.clause} · ${clause.level} · ${clause.family}`,
    sentence,
    '',
    `Source: ${source}`,
    ...listRfcLinks(source).map(({ name, url }) => `  ${name}: ${url}`),
    `Why: ${why}`,
    ...choices.map((choice) => `Choices: ${choice}`),
    ...renderExchanges('Wrong', wrong),
    ...renderExchanges('Right', right),
    ...(fix === undefined ? [] : [`Fix: ${fix}`]),
    ...(untested ? [`Untested: ${untested}`] : []),
    ...rules.flatMap((named) => ['', ...renderRule(named, ruleSet, subject)]),
  ];
}

const renderExchanges = (name: string, exchanges: string | undefined): string[] =>
  exchanges === undefined ? [] : [`${name}:`, ...exchanges.split('\n').map((line) => (line === '' ? '' : `  ${line}`))];

const renderWaiver = (rule: string, subject: string): string[] => [
  '  waivers:',
  `    - rule: ${rule}`,
  `      subject: ${JSON.stringify(escapeControlCharacters(subject))}`,
  '      reason: why it is accepted',
  '      owner: who fixes it',
  '      until: "2027-01-31"',
];

function renderRule({ id, rule }: NamedRule, ruleSet: RuleSet, subject: string | undefined): string[] {
  const { needs, assumes = [], silentIn } = rule;
  const violatedBy = faults.filter(({ violates }) => violates.includes(id));
  return [
    id,
    ...renderPart('promises', [rule.title]),
    ...renderPart('otherwise', [rule.otherwise]),
    ...renderPart('level', [describeWeight(rule)]),
    ...renderPart('checked on', [subjectDescriptions[rule.per]]),
    ...renderPart('sends', [
      `${permissionDescriptions[rule.touches]}; --permit ${rule.touches} or more`,
      watchDescriptions[rule.watches],
    ]),
    ...renderPart('needs', needs.length > 0 ? needs.map(renderNeed) : ['nothing']),
    ...renderPart(
      'assumes',
      assumes.map((assumed) => renderAssumption(assumed, ruleSet)),
    ),
    ...renderPart('proof', renderProof(violatedBy, silentIn, ruleSet.added?.has(id) !== true && rule.level !== 'MAY')),
    ...renderPart('try it', renderTryCommands(id, violatedBy)),
    ...renderPart('waive it', ['to accept it for a time, add to the profile or a --baseline file:']),
    ...renderWaiver(id, subject ?? (rule.per === 'service' ? 'service' : 'orders')).map(
      (line) => `             ${line}`,
    ),
  ];
}

/** Renders a part of an explanation: its name before the first line, the other lines below. */
const renderPart = (name: string, lines: readonly string[]): string[] =>
  lines.map((line, index) => `  ${(index === 0 ? name : '').padEnd(11)}${escapeControlCharacters(line)}`);

function describeWeight({ level, family, stage, since, doubt }: Rule): string {
  const facts = `${level}, ${stage} since ${since}`;
  if (doubt !== undefined) return `${facts}; a violation does not fail the run yet: ${doubt}`;
  if (level === 'MAY') return `${facts}; observations are reported and never fail the run`;
  const isMust = level === 'MUST' && family === 'convention';
  return `${facts}; a violation fails the run${isMust ? '' : ' with --strict'}`;
}

const subjectDescriptions: Readonly<Record<Rule['per'], string>> = {
  collection: 'each collection',
  action: 'each action of an item',
  service: 'the service as a whole',
  resource: 'each address, with all its operations',
  operation: 'each operation',
};

const permissionDescriptions: Readonly<Record<Permission, string>> = {
  reads: 'read requests only',
  writes: 'requests that create and change test items',
  deletes: 'requests that create, change and delete test items',
  floods: 'more requests than the rate limit of the service allows',
};

const watchDescriptions: Readonly<Record<Rule['watches'], string>> = {
  item: 'nothing else is sent to the items of this check; other checks run in parallel',
  entries: 'only a few other checks create and remove items in the collection at the same time',
  list: 'other checks create, change and remove nothing in the collection while its list is read',
  collection: 'nothing else is sent to the collection at the same time',
  service: 'nothing else is sent to the service at the same time',
};

const renderNeed = ({ name, reason, enable }: Rule['needs'][number]): string =>
  `${name}: otherwise not-applicable (${reason}). To enable: ${enable}`;

function renderAssumption(id: string, { rules }: RuleSet): string {
  const title = rules.find((named) => named.id === id)?.rule.title;
  return `${id}${title ? ` ("${title}")` : ''}: if that rule is violated, this one is inconclusive`;
}

/** The faults of the demo service that violate the rule, and the valid variants in which it must report nothing. A MUST or SHOULD rule of the kit has a fault, but not always one that is in the package. */
function renderProof(violatedBy: typeof faults, silentIn: readonly string[], hasFault: boolean): string[] {
  if (violatedBy.length + silentIn.length === 0) return ['none: no fault of the demo service violates this rule'];
  const known = [...dialects, ...worlds];
  return [
    ...(hasFault && violatedBy.length === 0
      ? ['violated by faults of the repository that the package does not have']
      : []),
    ...violatedBy.map(({ name, does }) => `violated by ${name}${appendDetail(does)}`),
    ...silentIn.map(
      (name) => `not violated by ${name}${appendDetail(known.find((variant) => variant.name === name)?.says)}`,
    ),
  ];
}

const appendDetail = (text: string | undefined): string => (text === undefined ? '' : `: ${text}`);

function renderTryCommands(id: string, [fault]: typeof faults): string[] {
  return [
    `assay run <base-url> --only ${id}`,
    ...(fault === undefined ? [] : [`assay demo --only ${id} --fault ${fault.name}`]),
  ];
}
