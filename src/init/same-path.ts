/** Whether two path templates are about the same place: holes match each other, whatever they are called, and what fills them. */
export function isSamePath(one: string, other: string): boolean {
  const [first, second] = [splitSegments(one), splitSegments(other)];
  return (
    first.length === second.length &&
    first.every((segment, index) => isParameter(segment) || isParameter(second[index]) || segment === second[index])
  );
}

const splitSegments = (path: string): string[] => path.replace(/\/+$/, '').split('/');

const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false;
