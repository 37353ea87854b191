const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

/** A scheme alone, or followed by what is no part of a parameter of its own. */
const begin = new RegExp(`^${token}( +[^\\s=].*)?$`);

/** Whether a field value has a challenge in it (RFC 9110 §11.6.1): it begins with a scheme, which a parameter alone is not. */
export function isChallenge(field: string | readonly string[] | undefined): boolean {
  const lines = [field ?? []].flat().map((line) => line.replace(/^[\s,]+|[\s,]+$/g, ''));
  const first = lines.find((line) => line !== '');
  // Quoted text may hold anything, and a list of schemes without parameters is legal too.
  return first !== undefined && begin.test((first.replace(/"(\\.|[^"\\])*"/g, '""').split(',')[0] ?? '').trim());
}
