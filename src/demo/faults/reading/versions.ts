import { type Answer, problem, problemWith, refusal } from '../../service/http/answer.js';
import { isObject, type Json, type JsonObject, without } from '../../service/http/json.js';
import { allowed } from '../../service/routes.js';
import { versionPaths } from '../../service/versions.js';
import { withMembers } from '../alter-answer.js';
import { type Around, againstBaseline, type Breakage, fault, inDialect, type Steps, subtle } from '../fault.js';

const membersRule = 'versions/members-stay';
const inputsRule = 'versions/inputs-stay-accepted';
const resourcesRule = 'versions/resources-stay';
const parallelRule = 'versions/old-and-new-answer-in-parallel';
const daysRule = 'versions/sunset-is-not-before-deprecation';

const changes: readonly Breakage[] = [
  fault('created-at-is-gone', 'An order no longer shows when it was made.', membersRule, () =>
    reading((body) => without(body, 'createdAt')),
  ),
  fault('created-at-became-a-number', 'The time when an order was made is shown in milliseconds.', membersRule, () =>
    reading((body) => ({ ...body, createdAt: Date.parse(String(body.createdAt)) })),
  ),
  subtle('self-link-became-an-object', 'The link self of an order is an object with href.', membersRule, () =>
    reading((body) =>
      isObject(body.links) ? { ...body, links: { ...body.links, self: { href: body.links.self ?? null } } } : body,
    ),
  ),
  fault('creation-now-needs-a-note', 'A creation without a note is refused.', inputsRule, () => needing('note')),
  subtle(
    'creation-now-needs-an-address-or-a-mail',
    'A creation with neither an address nor one for mail is refused.',
    inputsRule,
    () => needing('address', 'email'),
  ),
  fault('patch-is-gone', 'PATCH of an order answers 405.', resourcesRule, () => {
    const allow = allowed.order.filter((method) => method !== 'PATCH').join(', ');
    return { around: { 'PATCH order': () => problemWith(405, 'PATCH is not allowed here.', { allow }) } };
  }),
  subtle('refunds-are-gone', 'POST of a refund answers 404.', resourcesRule, () => ({
    around: {
      'POST action': ({ action }, next) =>
        action === 'refund' ? problem(404, 'There is nothing at this path.') : next(),
    },
  })),
];

const ends: readonly Breakage[] = [
  fault('old-version-is-gone', 'What is asked of the old version answers 410.', parallelRule, () => ({
    respond: ({ target }, answer) => (isOld(target) ? gone : answer),
  })),
  subtle(
    'new-version-ends-the-old-one',
    'Once the new version was asked, the old one answers 410.',
    parallelRule,
    () => {
      let wasNewAsked = false;
      return {
        respond: ({ target }, answer) => {
          wasNewAsked ||= target.startsWith(`${versionPaths.new}/`);
          return wasNewAsked && isOld(target) ? gone : answer;
        },
      };
    },
  ),
  fault('sunset-before-deprecation', 'The old version ends before it is deprecated.', daysRule, () => ({
    respond: ({ target }, answer) => (isOld(target) ? tooEarly(answer) : answer),
  })),
  subtle(
    'sunset-of-an-order-before-its-deprecation',
    'An order of the old version ends before it is deprecated.',
    daysRule,
    () => ({
      respond: ({ target }, answer) => (target.startsWith(`${versionPaths.old}/orders/`) ? tooEarly(answer) : answer),
    }),
  ),
];

/** Faults that clients notice who were written for what was there before. */
export const versionFaults: readonly Breakage[] = [
  ...changes.map(againstBaseline),
  ...ends.map((breakage) => inDialect(breakage, 'two-versions')),
];

const isOld = (target: string): boolean => target.startsWith(`${versionPaths.old}/`);

const gone = problem(410, 'This version has ended.');

const tooEarly = (answer: Answer): Answer =>
  'sunset' in answer.headers
    ? { ...answer, headers: { ...answer.headers, sunset: new Date(Date.UTC(2024, 0, 1)).toUTCString() } }
    : answer;

const reading = (change: (body: JsonObject) => JsonObject): Steps => ({
  around: {
    'read order': (_, next) => {
      const answer = next();
      return answer.status === 200 ? withMembers(answer, change) : answer;
    },
  },
});

/** Refuses a creation that is sound but has none of these members. */
function needing(...names: readonly string[]): Steps {
  const around: Around = (visit, next) => {
    const value = parsed(String(visit.content));
    const isLacking = isObject(value) && names.every((name) => !Object.hasOwn(value, name));
    const complaint = { pointer: `/${names[0]}`, detail: `one of ${names.join(', ')} is required` };
    return isLacking ? refusal(value, [complaint]) : next();
  };
  return { around: { 'POST orders': around } };
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
