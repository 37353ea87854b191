import { type Exchange, getHeader, type Items } from '#rule';

/**
 * The item that a response names: the id in its content, else the last segment of its Location. Undefined where it
 * names none.
 */
export function readNamedItem({ answer }: Exchange, items: Pick<Items, 'readId'>): string | undefined {
  const location = getHeader(answer, 'location')?.split(/[?#]/)[0];
  return items.readId(answer?.json) ?? location?.split('/').filter(Boolean).map(decoded).at(-1);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
