const isNumber = (value) => Number.isInteger(value) && Math.abs(value) < 2 ** 31;

/** What is wrong with a reading or with settings. */
export function findFlaw(content) {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return 'must be an object';
  const { level, kind, isValid } = content;
  if (isValid === undefined) return 'isValid is required';
  if (typeof isValid !== 'boolean') return 'isValid must be true or false';
  if (kind !== undefined && !['SURFACE', 'DEEP'].includes(kind)) return 'kind must be SURFACE or DEEP';
  if (level === undefined) return undefined;
  if (!isNumber(level)) return 'level must be a whole number';
  if (level > 100) return 'level must be at most 100';
  return undefined;
}

export const isOffset = isNumber;
