import { singularize, splitSegments, splitWords, trimPathSuffixes } from './words.js';

/** Words for what moves money or invites people: where the service runs beside the developer, that is make-believe. */
const businessWords = new Set([
  'pay',
  'payment',
  'payout',
  'charge',
  'capture',
  'refund',
  'withdraw',
  'withdrawal',
  'transfer',
  'call',
  'invite',
]);

/** Words for what cannot be taken back, or reaches people and machines outside, wherever the service runs. */
const outsideWords = new Set([
  'send',
  'resend',
  'email',
  'mail',
  'sms',
  'fax',
  'notify',
  'notification',
  'broadcast',
  'webhook',
  'deploy',
  'deployment',
  'redeploy',
  'shutdown',
  'reboot',
  'poweroff',
  'terminate',
  'reset',
  'purge',
  'wipe',
  'erase',
  'truncate',
]);

/**
 * The word by which the last part of a path may act on the world outside of the service; undefined for all others. On
 * loopback, payments and the like are for the developer to try, and so for the kit.
 */
export function findSideEffectWord(path: string, isLoopback = false): string | undefined {
  const last = splitSegments(trimPathSuffixes(path)).at(-1) ?? '';
  const name = last.includes('}') ? last.slice(last.lastIndexOf('}') + 1) : last;
  const isOne = (word: string) => outsideWords.has(word) || (!isLoopback && businessWords.has(word));
  return splitWords(name).find((word) => isOne(word) || isOne(singularize(word)));
}
