import { countBy } from '../../../model/values/group-by.js';
import type { Obstacle, PlannedPlace, PlanSummary } from './plan-summary.js';

const maxLines = { places: 12, obstacles: 12 };

/** Renders a plan for people: what would be checked where, what would not and why, and how many requests that takes. */
export function describePlanSummary(summary: PlanSummary): string[] {
  const { target, permit, permitFrom, cases, document, places, requests } = summary;
  const trials = places.flatMap((place) => place.trials);
  const rules = new Set(trials.map(({ rule }) => rule)).size;
  return [
    `Plan for ${target.name}  ${target.baseUrl}`,
    `permission ${permit} (${permitFrom}), ${formatLargeCount(cases, 'case')} per check${document ? `, document ${document}` : ''}`,
    '',
    `${formatLargeCount(rules, 'rule')} in ${formatLargeCount(trials.length, 'check')}`,
    ...places.slice(0, maxLines.places).flatMap(renderPlace),
    ...renderRest(places.length - maxLines.places, 'more collection'),
    ...renderOperations(summary.operations),
    ...renderSection('Not applicable. To enable:', summary.unknown),
    ...renderSection('Not permitted:', summary.notPermitted),
    ...renderSection('Excluded:', summary.leftOut),
    '',
    `Requests: about ${formatNumber(requests.estimate)} (measured on other services), at most ${formatNumber(requests.atMost)} (${requests.bound})`,
    `This plan took ${formatLargeCount(requests.survey, 'read request')}. Nothing was written.`,
  ];
}

export const formatLargeCount = (count: number, noun: string): string =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

export const formatNumber = (count: number): string => count.toLocaleString('en-US');

/** One line about all operations, and one for each reason why some are called by no rule. */
function renderOperations(operations: PlanSummary['operations']): string[] {
  if (operations.length === 0) return [];
  const unmet = operations.filter(({ rules }) => rules.length === 0);
  const reasons = [...new Set(unmet.map(({ why }) => why ?? ''))];
  const met = operations.length - unmet.length;
  return [
    '',
    `Operations: ${formatNumber(met)} of ${formatNumber(operations.length)} are called by at least one rule`,
    ...reasons.slice(0, maxLines.obstacles).map((reason) => {
      const names = unmet.filter(({ why }) => why === reason).map(({ method, path }) => `${method} ${path}`);
      const rest = names.length > 3 ? ` and ${formatNumber(names.length - 3)} more` : '';
      return `  not called: ${names.slice(0, 3).join(', ')}${rest}: ${reason}`;
    }),
  ];
}

const renderRest = (count: number, noun: string): string[] =>
  count > 0 ? [`  and ${formatLargeCount(count, noun)}`] : [];

function renderPlace({ name, path, actions, trials }: PlannedPlace): string[] {
  const suites = countBy(trials, ({ rule }) => rule.split('/')[0]);
  const counts = [...suites].map(([suite, count]) => `${suite} ${count}`).join(', ');
  const acts = actions.length > 0 ? ` with ${actions.join(', ')}` : '';
  const place = path === undefined ? name : `${name}  ${path}${acts}`;
  return [`  ${place}: ${formatLargeCount(trials.length, 'trial')}`, ...(counts === '' ? [] : [`    ${counts}`])];
}

function renderSection(title: string, obstacles: readonly Obstacle[]): string[] {
  if (obstacles.length === 0) return [];
  const shown = obstacles.slice(0, maxLines.obstacles);
  const width = Math.max(...shown.map(({ enable, why }) => (enable ?? why).length));
  return [
    '',
    title,
    ...shown.map((obstacle) => `  ${renderObstacle(obstacle, width)}`),
    ...renderRest(obstacles.length - shown.length, 'more key'),
  ];
}

const renderObstacle = ({ enable, why, rules, subjects }: Obstacle, width: number): string =>
  `${(enable ?? why).padEnd(width)}  ${formatLargeCount(rules.length, 'rule')}${enable === undefined ? '' : `: ${why}`}${renderSubjects(subjects)}`;

const renderSubjects = (subjects: readonly string[]): string =>
  subjects.includes('-') || subjects.length > 3 ? '' : ` [${subjects.join(', ')}]`;
