/** Whether two path templates are about the same place: holes match each other, whatever they are called, and what fills them. */
export function isSamePlace(one: string, other: string): boolean {
  const [first, second] = [segmentsOf(one), segmentsOf(other)];
  return (
    first.length === second.length &&
    first.every((segment, index) => isHole(segment) || isHole(second[index]) || segment === second[index])
  );
}

const segmentsOf = (path: string): string[] => path.replace(/\/+$/, '').split('/');

const isHole = (segment: string | undefined): boolean => segment?.startsWith('{') ?? false;
