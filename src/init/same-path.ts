/** Whether two path templates are equal except for the names of their parameters. */
export function isSamePath(one: string, other: string): boolean {
  const [first, second] = [splitSegments(one), splitSegments(other)];
  return (
    first.length === second.length &&
    first.every((segment, index) => isParameter(segment) || isParameter(second[index]) || segment === second[index])
  );
}

const splitSegments = (path: string): string[] => path.replace(/\/+$/, '').split('/');

const isParameter = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false;
