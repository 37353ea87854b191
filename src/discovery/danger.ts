import { bared, segmentsOf, singular, wordsOf } from './words.js';

/** Words for what cannot be taken back, or reaches people, money and machines outside of the service. */
const words = new Set([
  'pay',
  'payment',
  'payout',
  'charge',
  'capture',
  'refund',
  'withdraw',
  'withdrawal',
  'transfer',
  'send',
  'resend',
  'email',
  'mail',
  'sms',
  'call',
  'fax',
  'notify',
  'notification',
  'invite',
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

/** The word by which the last part of a path may act on the world outside of the service; undefined for all others. */
export function dangerIn(path: string): string | undefined {
  const last = segmentsOf(bared(path)).at(-1) ?? '';
  const name = last.includes('}') ? last.slice(last.lastIndexOf('}') + 1) : last;
  return wordsOf(name).find((word) => words.has(word) || words.has(singular(word)));
}
