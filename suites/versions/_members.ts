import { getAtPointer, isObject, type Json, parsePointer } from '#rule';

/** A member that is not as it was: gone, or of another type. */
export interface Suspect {
  readonly pointer: string;
  readonly was: readonly string[];
  readonly is: string;
}

/**
 * The members of old that an item does not show as it did: what was not sent for it, although it can be, need not be
 * there. Of what stands below a suspect nothing more is said.
 */
export function suspectsIn(
  members: Readonly<Record<string, readonly string[]>>,
  shown: Json | undefined,
  sent: Json,
  sendable: readonly Json[],
): Suspect[] {
  const canBeSent = (name: string) => sendable.some((body) => isObject(body) && Object.hasOwn(body, name));
  const isSent = (name: string) => isObject(sent) && Object.hasOwn(sent, name);
  const suspects: Suspect[] = [];
  for (const [pointer, was] of Object.entries(members)) {
    const [name = ''] = parsePointer(pointer);
    const is = kindOf(getAtPointer(shown, pointer));
    const isBelow = suspects.some((above) => pointer.startsWith(`${above.pointer}/`));
    const isExcused = is === 'absent' && canBeSent(name) && !isSent(name);
    const isEmpty = is === 'null' || was.every((kind) => kind === 'null');
    if (!isBelow && !isExcused && !isEmpty && !was.includes(is)) suspects.push({ pointer, was, is });
  }
  return suspects;
}

function kindOf(value: Json | undefined): string {
  if (value === undefined) return 'absent';
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
