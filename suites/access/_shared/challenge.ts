const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

/** A scheme alone, or a scheme followed by something that is not a parameter. */
const begin = new RegExp(`^${token}( +[^\\s=].*)?$`);

/** Whether a field value contains a challenge (RFC 9110 §11.6.1), which starts with a scheme. */
export function isChallenge(field: string | readonly string[] | undefined): boolean {
  const lines = [field ?? []].flat().map((line) => line.replace(/^[\s,]+|[\s,]+$/g, ''));
  const first = lines.find((line) => line !== '');
  // A quoted string may contain any text, and a list of schemes without parameters is legal too.
  return first !== undefined && begin.test((first.replace(/"(\\.|[^"\\])*"/g, '""').split(',')[0] ?? '').trim());
}
