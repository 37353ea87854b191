import { changeMembers, createCounter } from '../../../src/demo/faults/alter-answer.js';
import { createFault, createSubtleFault, type InjectedFault } from '../../../src/demo/faults/fault.js';
import { keyAnswerFaults as shippedFaults, wrapCreationKeys } from '../../../src/demo/faults/repeated-keys.js';
import { type Answer, type AnswerResult, createConflict } from '../../../src/demo/service/http/answer.js';
import { canonicalize, isObject, type Json, removeMembers } from '../../../src/demo/service/http/json.js';
import { getOrderPath } from '../../../src/demo/service/orders/order-links.js';
import type { KeyUse } from '../../../src/demo/service/request-context.js';

const payloadRule = 'replay/key-with-another-payload-creates-no-second-item';
const refusalRule = 'replay/key-with-another-payload-is-refused';
const nameRule = 'replay/repeated-key-returns-the-first-item';

/** Faults of the response to a creation with a known key, also with different content. */
export const keyAnswerFaults: readonly InjectedFault[] = [
  ...shippedFaults,

  createSubtleFault(
    'key-with-other-content-is-refused-and-creates-another-order',
    'A POST with a known key and different content is refused, but creates another order.',
    payloadRule,
    () => ({
      keys: wrapCreationKeys(async (use, next, keys) => {
        const isKnown = keys.isKnown(use);
        const answer = await next(use);
        if (isKnown && answer.status >= 400) await use.perform();
        return answer;
      }),
    }),
  ),
  createFault(
    'key-with-other-content-answers-as-before',
    'A POST with a known key and different content returns the first response.',
    refusalRule,
    () => {
      const contents = new Map<string, string>();
      return {
        keys: wrapCreationKeys((use, next, keys) => {
          if (!keys.isKnown(use)) contents.set(use.key, use.content);
          return next({ ...use, content: contents.get(use.key) ?? use.content });
        }),
      };
    },
  ),
  createSubtleFault(
    'key-with-another-note-answers-as-before',
    'A POST with a known key and only a different note returns the first response.',
    refusalRule,
    () => ({ keys: wrapCreationKeys((use, next) => next({ ...use, content: removeNote(use.content) })) }),
  ),
  createSubtleFault(
    'key-with-other-tags-answers-as-before',
    'A POST with a known key and only other tags returns the first response.',
    refusalRule,
    () => ({
      keys: wrapCreationKeys((use, next) => next({ ...use, content: use.content.replace(/"tags":\[[^\]]*\]/, '') })),
    }),
  ),
  createFault('repeated-key-answers-409', 'A repeated POST with the same key is answered with 409.', nameRule, () => ({
    keys: wrapCreationKeys(async (use, next, keys) => {
      const isKnown = keys.isKnown(use);
      const answer = await next(use);
      return isKnown && answer.made ? createConflict('This key was used.') : answer;
    }),
  })),
  createSubtleFault(
    'third-use-of-a-key-names-another-order',
    'The third POST with the same key returns an id that no order has.',
    nameRule,
    () => {
      const uses = createCounter();
      return {
        keys: wrapCreationKeys(async (use, next) => {
          const answer = await next(use);
          return uses(use.key) === 3 ? changeId(answer, use) : answer;
        }),
      };
    },
  ),
];

function removeNote(content: string): string {
  const parsed = JSON.parse(content) as Json;
  return isObject(parsed) ? canonicalize(removeMembers(parsed, 'note')) : content;
}

function changeId(answer: Answer, { visit }: KeyUse): AnswerResult {
  const { made } = answer;
  if (!made) return answer;
  const { ids } = visit.service;
  const id = ids.createOther(made.id);
  const rename = (link: Json | undefined): Json =>
    typeof link === 'string' ? link.replace(made.id, id) : (link ?? null);
  const changed = changeMembers(answer, (body) => ({
    ...body,
    id: ids.toJson(id),
    ...(isObject(body.links) && {
      links: Object.fromEntries(Object.entries(body.links).map(([name, link]) => [name, rename(link)])),
    }),
  }));
  return { ...changed, headers: { ...changed.headers, location: getOrderPath({ ...made, id }) } };
}
