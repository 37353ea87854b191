import type { Answer } from '../../src/demo/service/http/answer.js';
import { isObject, type Json } from '../../src/demo/service/http/json.js';

/** The sent member of a refused value. */
export const getSentMember = (answer: Answer, name: string): Json | undefined =>
  isObject(answer.refused?.value) ? answer.refused.value[name] : undefined;

/** Names of the members in a refusal. */
export const listFlawedMembers = (answer: Answer): readonly string[] =>
  (answer.refused?.complaints ?? []).map(({ pointer }) => pointer.split('/')[1] ?? '');
