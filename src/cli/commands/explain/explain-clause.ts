import { dialects, faults, worlds } from '../../../demo/start-demo.js';
import type { Permission } from '../../../model/permission.js';
import type { Clause } from '../../../model/result/clause.js';
import { rfcLinks } from '../../../report/results/rfc-links.js';
import { visible } from '../../../report/text/escape-control-characters.js';
import type { NamedRule, Rule } from '../../../rule/rule.js';
import type { Law } from '../../../rule-set/load-rule-set.js';

/** A clause and the rules that test it, for people; the subject is what a waiver would be about. */
export function explained(clause: Clause, rules: readonly NamedRule[], law: Law, subject?: string): string[] {
  const { sentence, source, why, choices, untested } = clause;
  return [
    `${clause.clause} · ${clause.level} · ${clause.family}`,
    sentence,
    '',
    `Source: ${source}`,
    ...rfcLinks(source).map(({ name, url }) => `  ${name}: ${url}`),
    `Why: ${why}`,
    ...choices.map((choice) => `Choices: ${choice}`),
    ...(untested ? [`Untested: ${untested}`] : []),
    ...rules.flatMap((named) => ['', ...ruleLines(named, law, subject)]),
  ];
}

/** A waiver of a rule as it stands in a profile, or in the file of `--baseline`. */
const waiverLines = (rule: string, subject: string): string[] => [
  '  waivers:',
  `    - rule: ${rule}`,
  `      subject: ${JSON.stringify(visible(subject))}`,
  '      reason: why it is accepted',
  '      owner: who sees to it',
  '      until: "2027-01-31"',
];

function ruleLines({ id, rule }: NamedRule, law: Law, subject: string | undefined): string[] {
  const { needs, assumes = [], proof } = rule;
  return [
    id,
    ...part('promises', [rule.title]),
    ...part('if not', [rule.otherwise]),
    ...part('weight', [weightOf(rule)]),
    ...part('tried on', [triedOn[rule.per]]),
    ...part('sends', [`${sends[rule.touches]}; --permit ${rule.touches} or more`, watched[rule.watches]]),
    ...part('needs', needs.length > 0 ? needs.map(needLine) : ['nothing']),
    ...part(
      'assumes',
      assumes.map((assumed) => assumptionLine(assumed, law)),
    ),
    ...part('proof', proofLines(proof)),
    ...part('try it', tryLines(id, rule)),
    ...part('waive it', ['accepted for a time, with a reason, in a profile or a --baseline file:']),
    ...waiverLines(id, subject ?? (rule.per === 'service' ? 'service' : 'orders')).map(
      (line) => `             ${line}`,
    ),
  ];
}

/** A part of an explanation: its name in front of the first line, the others below that. */
const part = (name: string, lines: readonly string[]): string[] =>
  lines.map((line, index) => `  ${(index === 0 ? name : '').padEnd(11)}${visible(line)}`);

function weightOf({ level, family, stage, since }: Rule): string {
  const told = `${level}, ${stage} since ${since}`;
  if (stage === 'provisional') return `${told}: it never closes the gate yet`;
  if (level === 'MAY') return `${told}: what it sees is shown, and never closes the gate`;
  const isLaw = level === 'MUST' && family === 'convention';
  return `${told}: violated, it closes the gate${isLaw ? '' : ' under --strict'}`;
}

const triedOn: Readonly<Record<Rule['per'], string>> = {
  collection: 'each collection',
  action: 'each action of an item',
  service: 'the service as a whole',
};

const sends: Readonly<Record<Permission, string>> = {
  reads: 'requests that read',
  writes: 'requests that make and change things of its own',
  deletes: 'requests that make, change and remove things of its own',
  floods: 'more requests than the service takes',
};

const watched: Readonly<Record<Rule['watches'], string>> = {
  item: 'the kit leaves the items alone while it looks; other trials go on beside it',
  collection: 'the kit does nothing else to the collection meanwhile',
  service: 'the kit does nothing else at all meanwhile',
};

const needLine = ({ name, reason, enable }: Rule['needs'][number]): string =>
  `${name}: not applicable where there is ${reason}; declared by ${enable}`;

function assumptionLine(id: string, { rules }: Law): string {
  const title = rules.find((named) => named.id === id)?.rule.title;
  return `${id}${title ? ` ("${title}")` : ''}: where that is violated, this is inconclusive`;
}

/** What breaks it on purpose, and what must not. */
function proofLines({ violatedBy, silentIn }: Rule['proof']): string[] {
  if (violatedBy.length + silentIn.length === 0) return ['none: no fault of the proving ground claims it'];
  const known = [...dialects, ...worlds];
  return [
    ...violatedBy.map((name) => `violated by ${name}${saying(faults.find((fault) => fault.name === name)?.does)}`),
    ...silentIn.map((name) => `silent in ${name}${saying(known.find((way) => way.name === name)?.says)}`),
  ];
}

const saying = (text: string | undefined): string => (text === undefined ? '' : `: ${text}`);

function tryLines(id: string, { proof }: Rule): string[] {
  const [fault] = proof.violatedBy.filter((name) => faults.some((known) => known.name === name));
  return [
    `assay run <base-url> --only ${id}`,
    ...(fault === undefined ? [] : [`assay demo --only ${id} --fault ${fault}`]),
  ];
}
