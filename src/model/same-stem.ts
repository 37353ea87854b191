/** Whether two names differ in their last two letters only, as a plural does in many languages. */
export function isSameStem(one: string, other: string): boolean {
  const end = [...one].findIndex((letter, index) => letter !== other[index]);
  const shared = end < 0 ? one.length : end;
  return shared >= 4 && Math.max(one.length, other.length) - shared <= 2;
}
