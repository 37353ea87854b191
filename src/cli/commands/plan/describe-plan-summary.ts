import type { Obstacle, Outlook, Outlying } from './plan-summary.js';

/** How many collections and keys are worth a line. */
const most = { places: 12, obstacles: 12 };

/** An outlook for people: what would be tried where, what not and why, and what it would cost. */
export function tellOutlook(outlook: Outlook): string[] {
  const { target, permit, permitFrom, cases, document, places, requests } = outlook;
  const trials = places.flatMap((place) => place.trials);
  const rules = new Set(trials.map(({ rule }) => rule)).size;
  return [
    `Plan for ${target.name}  ${target.baseUrl}`,
    `permission ${permit} (${permitFrom}), ${counted(cases, 'case')} per rule and subject${document ? `, document ${document}` : ''}`,
    '',
    `${counted(rules, 'rule')} to meet the service in ${counted(trials.length, 'trial')}`,
    ...places.slice(0, most.places).flatMap(placeLines),
    ...rest(places.length - most.places, 'more collection'),
    ...section('Not applicable; what would change it:', outlook.unknown),
    ...section('Not permitted:', outlook.notPermitted),
    ...section('Left out:', outlook.leftOut),
    '',
    `Requests: about ${number(requests.estimate)}, as measured on other services; at most ${number(requests.atMost)} (${requests.bound})`,
    `Nothing was written; ${counted(requests.survey, 'read')} told this much.`,
  ];
}

/** How many there are of what. */
export const counted = (count: number, noun: string): string => `${number(count)} ${noun}${count === 1 ? '' : 's'}`;

/** A count as people read it. */
export const number = (count: number): string => count.toLocaleString('en-US');

const rest = (count: number, noun: string): string[] => (count > 0 ? [`  and ${counted(count, noun)}`] : []);

function placeLines({ name, path, actions, trials }: Outlying): string[] {
  const suites = new Map<string, number>();
  for (const { rule } of trials) {
    const [suite = ''] = rule.split('/');
    suites.set(suite, (suites.get(suite) ?? 0) + 1);
  }
  const told = [...suites].map(([suite, count]) => `${suite} ${count}`).join(', ');
  const acts = actions.length > 0 ? ` with ${actions.join(', ')}` : '';
  const place = path === undefined ? name : `${name}  ${path}${acts}`;
  return [`  ${place}: ${counted(trials.length, 'trial')}`, ...(told === '' ? [] : [`    ${told}`])];
}

function section(title: string, obstacles: readonly Obstacle[]): string[] {
  if (obstacles.length === 0) return [];
  const shown = obstacles.slice(0, most.obstacles);
  const width = Math.max(...shown.map(({ enable, why }) => (enable ?? why).length));
  return [
    '',
    title,
    ...shown.map((obstacle) => `  ${line(obstacle, width)}`),
    ...rest(obstacles.length - shown.length, 'more key'),
  ];
}

const line = ({ enable, why, rules, subjects }: Obstacle, width: number): string =>
  `${(enable ?? why).padEnd(width)}  ${counted(rules.length, 'rule')}${enable === undefined ? '' : `: ${why}`}${at(subjects)}`;

const at = (subjects: readonly string[]): string =>
  subjects.includes('-') || subjects.length > 3 ? '' : ` [${subjects.join(', ')}]`;
