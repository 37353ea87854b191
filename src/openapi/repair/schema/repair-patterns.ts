import { isObject, type JsonObject } from '../../../model/json.js';
import { describeKind, mapMembers, type RepairContext } from '../repair-context.js';

/** Converts a `pattern` to JavaScript, or removes it. */
export function repairPattern(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  if (schema.pattern === undefined) return schema;
  const { pattern, ...rest } = schema;
  const read = typeof pattern === 'string' ? translatePattern(pattern) : undefined;
  const danger = read === undefined ? undefined : pen.checkPattern(read);
  if (danger !== undefined) {
    pen.note('pattern', where, `pattern ${shorten(read ?? '')} ${danger}, and is left out`);
    return rest;
  }
  if (read === pattern) return schema;
  if (read === undefined) {
    const why =
      typeof pattern === 'string'
        ? `pattern ${pattern} is not a JavaScript regular expression`
        : `pattern ${describeKind(pattern)} is not a text`;
    pen.note('pattern', where, `${why}, and is left out`);
    return rest;
  }
  pen.note('pattern', where, `pattern ${pattern} is read as ${read}`);
  return { ...schema, pattern: read };
}

export function repairNamePatterns(schema: JsonObject, where: string, pen: RepairContext): JsonObject {
  const { patternProperties } = schema;
  if (!isObject(patternProperties)) return schema;
  return {
    ...schema,
    patternProperties: mapMembers(patternProperties, (value, pattern) => {
      const danger = canCompile(pattern) ? pen.checkPattern(pattern) : 'is not a JavaScript regular expression';
      if (danger === undefined) return value;
      pen.note('pattern', where, `patternProperties ${shorten(pattern)} ${danger}, and is left out`);
      return undefined;
    }),
  };
}

const shorten = (pattern: string) => (pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern);

/** Converts a regular expression of another language to JavaScript; undefined when that is not possible. */
function translatePattern(pattern: string): string | undefined {
  const bare = /^\/(\^.*\$)\/[a-z]*$/s.exec(pattern)?.[1] ?? pattern;
  const anchored = bare.replaceAll(
    /(\\\\)|\\A|\\[zZ]/g,
    (found, backslash) => backslash ?? (found === '\\A' ? '^' : '$'),
  );
  const named = anchored.replaceAll('(?P<', '(?<');
  return isForeignSyntax(named) || !canCompile(named) ? undefined : named;
}

/** Syntax that JavaScript accepts with another meaning without the `u` flag. */
const isForeignSyntax = (pattern: string): boolean =>
  /\[\[:\w+:\]/.test(pattern) ||
  /(?<!\\)\\(?:[hHGKRX]|Q.*\\E|p\{(?:Alnum|Alpha|Punct|Lower|Upper|Digit|Space|XDigit|javaLowerCase)\})/.test(
    pattern.replaceAll('\\\\', ''),
  );

const canCompile = (pattern: string): boolean =>
  ['u', ''].some((flags) => {
    try {
      new RegExp(pattern, flags);
      return true;
    } catch {
      return false;
    }
  });
