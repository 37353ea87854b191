import type { Result } from '../../model/result/report.js';
import { escapeControlCharacters } from '../text/escape-control-characters.js';

/** The identity of a result, independent of generated values: its rule and its subject. */
export const formatIdentity = ({ rule, subject }: Pick<Result, 'rule' | 'subject'>): string =>
  escapeControlCharacters(`${rule} [${subject}]`);

/** The same as 16 hexadecimal digits, for formats that recognise a finding by a fingerprint. */
export const fingerprintResult = ({ rule, subject }: Pick<Result, 'rule' | 'subject'>): string =>
  hashFnv1a(`${rule}\u0000${subject}`);

const encoder = new TextEncoder();
const fnvOffset = 0xcbf29ce484222325n;
const fnvPrime = 0x100000001b3n;

/** FNV-1a over UTF-8 in 64 bits: not secret, but the same everywhere. */
export function hashFnv1a(text: string): string {
  let hash = fnvOffset;
  for (const octet of encoder.encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(octet)) * fnvPrime);
  return hash.toString(16).padStart(16, '0');
}
