import type { Result } from '../../model/result/report.js';
import { visible } from '../text/escape-control-characters.js';

/** What a result is about, whatever was drawn in this run: its rule and its subject. */
export const identityOf = ({ rule, subject }: Pick<Result, 'rule' | 'subject'>): string =>
  visible(`${rule} [${subject}]`);

/** The same as 16 hexadecimal digits, for formats that know a finding again by a fingerprint. */
export const fingerprintOf = ({ rule, subject }: Pick<Result, 'rule' | 'subject'>): string =>
  fnv1a(`${rule}\u0000${subject}`);

const octets = new TextEncoder();
const offset = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;

/** FNV-1a over UTF-8 in 64 bits: not secret, but the same everywhere and for ever. */
export function fnv1a(text: string): string {
  let hash = offset;
  for (const octet of octets.encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(octet)) * prime);
  return hash.toString(16).padStart(16, '0');
}
