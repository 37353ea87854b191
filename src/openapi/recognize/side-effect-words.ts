import type { DeclaredService } from '../../model/service/declared-service.js';
import { nameOperation, normalizeTemplate, type Operation } from '../../model/service/operation.js';
import { singularize, splitSegments, splitWords, trimPathSuffixes } from './words.js';

/** Words for payments and invitations: on the developer's machine these have no real effect. */
const businessWords = new Set(
  'pay payment payout charge capture refund withdraw withdrawal transfer call invite'.split(' '),
);

/** Words for irreversible actions, or effects on people and systems outside, wherever the service runs. */
const outsideWords = new Set(
  `
  send resend email mail sms fax notify notification broadcast webhook deploy deployment redeploy shutdown
  reboot poweroff terminate reset purge wipe erase truncate
`.match(/\S+/g),
);

/** The word in the last segment of a path for effects outside the service; on loopback, payments are none. */
export function findSideEffectWord(path: string, isLoopback = false): string | undefined {
  const last = splitSegments(trimPathSuffixes(path)).at(-1) ?? '';
  const name = last.includes('}') ? last.slice(last.lastIndexOf('}') + 1) : last;
  const isOne = (word: string) => outsideWords.has(word) || (!isLoopback && businessWords.has(word));
  return splitWords(name).find((word) => isOne(word) || isOne(singularize(word)));
}

/** The flag that allows the effects of one operation. */
export const nameEffectFlag = (operation: Pick<Operation, 'method' | 'path'>): string =>
  `--allow-effects "${nameOperation(operation)}"`;

/** Whether the user allows the effects of exactly this operation. */
export const isEffectAllowed = (
  operation: Pick<Operation, 'method' | 'path'>,
  { allowedEffects = [] }: Pick<DeclaredService, 'allowedEffects'>,
): boolean => allowedEffects.some((one) => normalizeTemplate(one) === normalizeTemplate(nameOperation(operation)));
