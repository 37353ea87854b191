import { type Answer, type Answering, conflict } from '../../service/http/answer.js';
import { canonical, isObject, type Json, without } from '../../service/http/json.js';
import { pathOf } from '../../service/orders/represent.js';
import type { KeyUse } from '../../service/request-context.js';
import { counter, withMembers } from '../alter-answer.js';
import { type Breakage, fault, subtle } from '../fault.js';
import { creating } from './key-storage.js';

const payloadRule = 'replay/a-key-with-another-payload-makes-nothing-more';
const refusalRule = 'replay/a-key-with-another-payload-is-refused';
const nameRule = 'replay/a-repetition-names-what-the-first-made';

/** Faults of what a creation under a known key is answered, and of what it does if its content is another one. */
export const keyAnswerFaults: readonly Breakage[] = [
  fault(
    'key-with-other-content-makes-another',
    'A known key with other content makes another order.',
    payloadRule,
    () => ({ keys: creating((use, next) => next({ ...use, key: `${use.key} ${use.content}` })) }),
  ),
  subtle(
    'key-with-other-content-is-refused-and-makes-another',
    'A known key with other content is refused, and makes another order.',
    payloadRule,
    () => ({
      keys: creating(async (use, next, keys) => {
        const isKnown = keys.isKnown(use);
        const answer = await next(use);
        if (isKnown && answer.status >= 400) await use.perform();
        return answer;
      }),
    }),
  ),
  fault(
    'key-with-other-content-answers-as-before',
    'A known key with other content answers as the first time.',
    refusalRule,
    () => {
      const contents = new Map<string, string>();
      return {
        keys: creating((use, next, keys) => {
          if (!keys.isKnown(use)) contents.set(use.key, use.content);
          return next({ ...use, content: contents.get(use.key) ?? use.content });
        }),
      };
    },
  ),
  subtle(
    'key-with-another-note-answers-as-before',
    'A known key with content that differs in the note alone answers as the first time.',
    refusalRule,
    () => ({ keys: creating((use, next) => next({ ...use, content: noteless(use.content) })) }),
  ),
  fault('repetition-answers-409', 'A creation under a known key answers 409.', nameRule, () => ({
    keys: creating(async (use, next, keys) => {
      const isKnown = keys.isKnown(use);
      const answer = await next(use);
      return isKnown && answer.made ? conflict('This key was used.') : answer;
    }),
  })),
  subtle(
    'third-use-of-a-key-names-another-order',
    'The third creation under one key is answered with an id that no order has.',
    nameRule,
    () => {
      const uses = counter();
      return {
        keys: creating(async (use, next) => {
          const answer = await next(use);
          return uses(use.key) === 3 ? renamed(answer, use) : answer;
        }),
      };
    },
  ),
];

function noteless(content: string): string {
  const told = JSON.parse(content) as Json;
  return isObject(told) ? canonical(without(told, 'note')) : content;
}

function renamed(answer: Answer, { visit }: KeyUse): Answering {
  const { made } = answer;
  if (!made) return answer;
  const { ids } = visit.service;
  const id = ids.another(made.id);
  const told = withMembers(answer, (body) => ({ ...body, id: ids.toJson(id) }));
  return { ...told, headers: { ...told.headers, location: pathOf({ ...made, id }) } };
}
