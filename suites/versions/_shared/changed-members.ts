import { compare, type Json } from '#rule';

/** A member that differs from the baseline: removed, or of another type. */
export interface Suspect {
  readonly pointer: string;
  readonly was: readonly string[];
  readonly is: string;
}

/**
 * The members of the baseline that an item does not show as before. A member that the client may send, but did not,
 * may be absent. Members below a suspect are left out.
 */
export function findSuspects(
  members: Readonly<Record<string, readonly string[]>>,
  shown: Json | undefined,
  sent: Json,
  sendable: readonly Json[],
): Suspect[] {
  const canBeSent = (name: string) => sendable.some((body) => compare.isObject(body) && Object.hasOwn(body, name));
  const isSent = (name: string) => compare.isObject(sent) && Object.hasOwn(sent, name);
  const suspects: Suspect[] = [];
  for (const [pointer, was] of Object.entries(members)) {
    const [name = ''] = compare.parsePointer(pointer);
    const is = getKind(compare.getAtPointer(shown, pointer));
    const isBelow = suspects.some((above) => pointer.startsWith(`${above.pointer}/`));
    const isExcused = is === 'absent' && canBeSent(name) && !isSent(name);
    const isEmpty = is === 'null' || was.every((kind) => kind === 'null');
    if (!isBelow && !isExcused && !isEmpty && !was.includes(is)) suspects.push({ pointer, was, is });
  }
  return suspects;
}

function getKind(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
