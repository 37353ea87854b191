import { findSideEffectWord } from './side-effect-words.js';
import { splitSegments, splitWords } from './words.js';

/** Verbs at the start of a path segment by which even GET may change something. */
const verbs = new Set(
  `
  activate add approve archive assign cancel clear close create deactivate delete destroy disable drop enable
  execute insert kill logout logoff pause publish rebuild reindex register reject reload remove reset restart
  restore resume revoke rollback save send shutdown signout start stop submit subscribe sync trigger
  unsubscribe update upgrade upload
`.match(/\S+/g),
);

/** The word by which an operation may have effects outside the checks; for GET, verbs only (`GET /jobs/7/stop`). */
export function findEffectWord(method: string, path: string, isLoopback = false): string | undefined {
  const names = splitSegments(path).filter((segment) => !segment.startsWith('{'));
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  const verb = names.map((name) => splitWords(name)[0] ?? '').find((word) => verbs.has(word));
  return verb ?? (isRead ? undefined : findSideEffectWord(path, isLoopback));
}
