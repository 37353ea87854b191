import { dialects, faults, worlds } from '../../../demo/start-demo.js';
import type { Permission } from '../../../model/permission.js';
import type { Clause } from '../../../model/result/clause.js';
import { listRfcLinks } from '../../../report/results/rfc-links.js';
import { escapeControlCharacters } from '../../../report/text/escape-control-characters.js';
import type { NamedRule, Rule } from '../../../rule/rule.js';
import type { RuleSet } from '../../../rule-set/load-rule-set.js';

/** A clause and the rules that test it, for people; the subject is what a waiver would be about. */
export function explainClause(clause: Clause, rules: readonly NamedRule[], law: RuleSet, subject?: string): string[] {
  const { sentence, source, why, choices, untested } = clause;
  return [
    `${clause.clause} · ${clause.level} · ${clause.family}`,
    sentence,
    '',
    `Source: ${source}`,
    ...listRfcLinks(source).map(({ name, url }) => `  ${name}: ${url}`),
    `Why: ${why}`,
    ...choices.map((choice) => `Choices: ${choice}`),
    ...(untested ? [`Untested: ${untested}`] : []),
    ...rules.flatMap((named) => ['', ...renderRule(named, law, subject)]),
  ];
}

/** A waiver of a rule as it stands in a profile, or in the file of `--baseline`. */
const renderWaiver = (rule: string, subject: string): string[] => [
  '  waivers:',
  `    - rule: ${rule}`,
  `      subject: ${JSON.stringify(escapeControlCharacters(subject))}`,
  '      reason: why it is accepted',
  '      owner: who sees to it',
  '      until: "2027-01-31"',
];

function renderRule({ id, rule }: NamedRule, law: RuleSet, subject: string | undefined): string[] {
  const { needs, assumes = [], proof } = rule;
  return [
    id,
    ...renderPart('promises', [rule.title]),
    ...renderPart('if not', [rule.otherwise]),
    ...renderPart('weight', [describeWeight(rule)]),
    ...renderPart('tried on', [subjectDescriptions[rule.per]]),
    ...renderPart('sends', [
      `${permissionDescriptions[rule.touches]}; --permit ${rule.touches} or more`,
      watchDescriptions[rule.watches],
    ]),
    ...renderPart('needs', needs.length > 0 ? needs.map(renderNeed) : ['nothing']),
    ...renderPart(
      'assumes',
      assumes.map((assumed) => renderAssumption(assumed, law)),
    ),
    ...renderPart('proof', renderProof(proof)),
    ...renderPart('try it', renderTryCommands(id, rule)),
    ...renderPart('waive it', ['accepted for a time, with a reason, in a profile or a --baseline file:']),
    ...renderWaiver(id, subject ?? (rule.per === 'service' ? 'service' : 'orders')).map(
      (line) => `             ${line}`,
    ),
  ];
}

/** A part of an explanation: its name in front of the first line, the others below that. */
const renderPart = (name: string, lines: readonly string[]): string[] =>
  lines.map((line, index) => `  ${(index === 0 ? name : '').padEnd(11)}${escapeControlCharacters(line)}`);

function describeWeight({ level, family, stage, since }: Rule): string {
  const told = `${level}, ${stage} since ${since}`;
  if (stage === 'provisional') return `${told}: it never closes the gate yet`;
  if (level === 'MAY') return `${told}: what it sees is shown, and never closes the gate`;
  const isLaw = level === 'MUST' && family === 'convention';
  return `${told}: violated, it closes the gate${isLaw ? '' : ' under --strict'}`;
}

const subjectDescriptions: Readonly<Record<Rule['per'], string>> = {
  collection: 'each collection',
  action: 'each action of an item',
  service: 'the service as a whole',
};

const permissionDescriptions: Readonly<Record<Permission, string>> = {
  reads: 'requests that read',
  writes: 'requests that make and change things of its own',
  deletes: 'requests that make, change and remove things of its own',
  floods: 'more requests than the service takes',
};

const watchDescriptions: Readonly<Record<Rule['watches'], string>> = {
  item: 'the kit leaves the items alone while it looks; other trials go on beside it',
  collection: 'the kit does nothing else to the collection meanwhile',
  service: 'the kit does nothing else at all meanwhile',
};

const renderNeed = ({ name, reason, enable }: Rule['needs'][number]): string =>
  `${name}: not applicable where there is ${reason}; declared by ${enable}`;

function renderAssumption(id: string, { rules }: RuleSet): string {
  const title = rules.find((named) => named.id === id)?.rule.title;
  return `${id}${title ? ` ("${title}")` : ''}: where that is violated, this is inconclusive`;
}

/** What breaks it on purpose, and what must not. */
function renderProof({ violatedBy, silentIn }: Rule['proof']): string[] {
  if (violatedBy.length + silentIn.length === 0) return ['none: no fault of the proving ground claims it'];
  const known = [...dialects, ...worlds];
  return [
    ...violatedBy.map(
      (name) => `violated by ${name}${appendDetail(faults.find((fault) => fault.name === name)?.does)}`,
    ),
    ...silentIn.map((name) => `silent in ${name}${appendDetail(known.find((way) => way.name === name)?.says)}`),
  ];
}

const appendDetail = (text: string | undefined): string => (text === undefined ? '' : `: ${text}`);

function renderTryCommands(id: string, { proof }: Rule): string[] {
  const [fault] = proof.violatedBy.filter((name) => faults.some((known) => known.name === name));
  return [
    `assay run <base-url> --only ${id}`,
    ...(fault === undefined ? [] : [`assay demo --only ${id} --fault ${fault}`]),
  ];
}
