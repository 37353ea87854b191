import type { JsonLines } from '../http/json-lines.js';
import type { LedgerLine } from './lines.js';

/**
 * Wraps ledger lines and omits paths with credentials; those items are found by their markers. Secrets that the service put
 * into addresses stay: without them, nothing can be removed.
 */
export function redactLedger(lines: JsonLines, hasCredential: (path: string) => boolean): JsonLines {
  const hide = (path: string | null) => (path !== null && hasCredential(path) ? null : path);
  const spared = (line: object): object => {
    const known = line as LedgerLine;
    if ('made' in known) return { ...known, made: hide(known.made) };
    if ('gone' in known) return { ...known, gone: hide(known.gone) };
    if ('accepted' in known) return { ...known, accepted: hide(known.accepted) };
    if ('stays' in known) return { ...known, stays: hide(known.stays) ?? '[redacted]' };
    return 'acts' in known ? { ...known, acts: hide(known.acts) ?? '[redacted]' } : known;
  };
  return {
    ...lines,
    writeNow: (line) => lines.writeNow(spared(line)),
    writeSoon: (line) => lines.writeSoon(spared(line)),
  };
}
