import {
  createFault,
  createSubtleFault,
  type FaultSteps,
  type InjectedFault,
  type OperationWrapper,
  requireBaseline,
  requireDialects,
} from '../../../src/demo/faults/fault.js';
import { changeRead, versionFaults as shippedFaults } from '../../../src/demo/faults/reading-items.js';
import {
  type Answer,
  createProblem,
  createProblemWithHeaders,
  createRefusal,
} from '../../../src/demo/service/http/answer.js';
import { isObject, type Json } from '../../../src/demo/service/http/json.js';
import { allowedMethods } from '../../../src/demo/service/routes.js';
import { versionPaths } from '../../../src/demo/service/versions.js';

const membersRule = 'versions/members-keep-their-names-and-types';
/** What is not as the document says either. */
const undescribedRules = [membersRule, 'document/response-matches-its-schema'];
const inputsRule = 'versions/accepted-inputs-stay-accepted';
const resourcesRule = 'versions/resources-and-methods-are-kept';
const parallelRule = 'versions/old-and-new-version-answer-in-parallel';
const daysRule = 'versions/sunset-is-not-before-deprecation';

const contractChanges: readonly InjectedFault[] = [
  createFault(
    'created-at-became-a-number',
    'The creation time of an order is shown in milliseconds.',
    undescribedRules,
    () => changeRead((body) => ({ ...body, createdAt: Date.parse(String(body.createdAt)) })),
  ),
  createSubtleFault(
    'self-link-became-an-object',
    'The self link of an order is an object with href.',
    undescribedRules,
    () =>
      changeRead((body) =>
        isObject(body.links) ? { ...body, links: { ...body.links, self: { href: body.links.self ?? null } } } : body,
      ),
  ),
  createFault('creation-now-needs-a-note', 'A POST without a note is refused.', inputsRule, () =>
    requireMembers('note'),
  ),
  createSubtleFault(
    'creation-now-needs-an-address-or-a-mail',
    'A POST with neither an address nor an email address is refused.',
    inputsRule,
    () => requireMembers('address', 'email'),
  ),
  createFault('patch-is-removed', 'PATCH of an order returns 405.', resourcesRule, () => {
    const allow = allowedMethods.order.filter((method) => method !== 'PATCH').join(', ');
    return { around: { 'PATCH order': () => createProblemWithHeaders(405, 'PATCH is not allowed here.', { allow }) } };
  }),
  createSubtleFault('refunds-are-removed', 'POST of a refund returns 404.', resourcesRule, () => ({
    around: {
      'POST action': ({ action }, next) =>
        action === 'refund' ? createProblem(404, 'There is nothing at this path.') : next(),
    },
  })),
];

const versionEnds: readonly InjectedFault[] = [
  createFault('old-version-answers-410', 'The old version returns 410 to every request.', parallelRule, () => ({
    respond: ({ target }, answer) => (isOld(target) ? goneAnswer : answer),
  })),
  createSubtleFault(
    'new-version-ends-the-old-one',
    'Once the new version was requested, the old one returns 410.',
    parallelRule,
    () => {
      let wasNewAsked = false;
      return {
        respond: ({ target }, answer) => {
          wasNewAsked ||= target.startsWith(`${versionPaths.new}/`);
          return wasNewAsked && isOld(target) ? goneAnswer : answer;
        },
      };
    },
  ),
  createFault(
    'sunset-before-deprecation',
    'The sunset date of the old version is before its deprecation date.',
    daysRule,
    () => ({
      respond: ({ target }, answer) => (isOld(target) ? setEarlySunset(answer) : answer),
    }),
  ),
  createSubtleFault(
    'sunset-of-an-order-before-its-deprecation',
    'The sunset date of an order in the old version is before its deprecation date.',
    daysRule,
    () => ({
      respond: ({ target }, answer) =>
        target.startsWith(`${versionPaths.old}/orders/`) ? setEarlySunset(answer) : answer,
    }),
  ),
];

/** Breaking changes between versions. */
export const versionFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  ...contractChanges.map(requireBaseline),
  ...versionEnds.map((breakage) => requireDialects(breakage, 'two-versions')),
];

const isOld = (target: string): boolean => target.startsWith(`${versionPaths.old}/`);

const goneAnswer = createProblem(410, 'This version has ended.');

const setEarlySunset = (answer: Answer): Answer =>
  'sunset' in answer.headers
    ? { ...answer, headers: { ...answer.headers, sunset: new Date(Date.UTC(2024, 0, 1)).toUTCString() } }
    : answer;

/** Refuses a valid creation without these members. */
function requireMembers(...names: readonly string[]): FaultSteps {
  const around: OperationWrapper = (visit, next) => {
    const value = parseJson(String(visit.content));
    const isLacking = isObject(value) && names.every((name) => !Object.hasOwn(value, name));
    const complaint = { pointer: `/${names[0]}`, detail: `one of ${names.join(', ')} is required` };
    return isLacking ? createRefusal(value, [complaint]) : next();
  };
  return { around: { 'POST orders': around } };
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
