import { isObject, type JsonObject } from '../../../model/json.js';
import { kindOf, mapped, type Pen } from '../repair-context.js';

/** The schema with a `pattern` that means in JavaScript what it was written for, or without one. */
export function mendPattern(schema: JsonObject, where: string, pen: Pen): JsonObject {
  if (schema.pattern === undefined) return schema;
  const { pattern, ...rest } = schema;
  const read = typeof pattern === 'string' ? translated(pattern) : undefined;
  const danger = read === undefined ? undefined : pen.wary(read);
  if (danger !== undefined) {
    pen.tell('pattern', where, `pattern ${shortened(read ?? '')} ${danger}, and is left out`);
    return rest;
  }
  if (read === pattern) return schema;
  if (read === undefined) {
    const why =
      typeof pattern === 'string'
        ? `pattern ${pattern} is no regular expression of JavaScript`
        : `pattern ${kindOf(pattern)} is no text`;
    pen.tell('pattern', where, `${why}, and is left out`);
    return rest;
  }
  pen.tell('pattern', where, `pattern ${pattern} is read as ${read}`);
  return { ...schema, pattern: read };
}

/** The members by pattern whose patterns may be run. */
export function mendNamePatterns(schema: JsonObject, where: string, pen: Pen): JsonObject {
  const { patternProperties } = schema;
  if (!isObject(patternProperties)) return schema;
  return {
    ...schema,
    patternProperties: mapped(patternProperties, (value, pattern) => {
      const danger = compiles(pattern) ? pen.wary(pattern) : 'is no regular expression of JavaScript';
      if (danger === undefined) return value;
      pen.tell('pattern', where, `patternProperties ${shortened(pattern)} ${danger}, and is left out`);
      return undefined;
    }),
  };
}

const shortened = (pattern: string) => (pattern.length > 80 ? `${pattern.slice(0, 80)}…` : pattern);

/** A regular expression of another language in JavaScript; undefined where there is no such thing. */
function translated(pattern: string): string | undefined {
  const bare = /^\/(\^.*\$)\/[a-z]*$/s.exec(pattern)?.[1] ?? pattern;
  const anchored = bare.replaceAll(
    /(\\\\)|\\A|\\[zZ]/g,
    (found, backslash) => backslash ?? (found === '\\A' ? '^' : '$'),
  );
  const named = anchored.replaceAll('(?P<', '(?<');
  return isForeign(named) || !compiles(named) ? undefined : named;
}

/** What JavaScript takes for something else without the `u` flag, and so would not refuse. */
const isForeign = (pattern: string): boolean =>
  /\[\[:\w+:\]/.test(pattern) ||
  /(?<!\\)\\(?:[hHGKRX]|Q.*\\E|p\{(?:Alnum|Alpha|Punct|Lower|Upper|Digit|Space|XDigit|javaLowerCase)\})/.test(
    pattern.replaceAll('\\\\', ''),
  );

const compiles = (pattern: string): boolean =>
  ['u', ''].some((flags) => {
    try {
      new RegExp(pattern, flags);
      return true;
    } catch {
      return false;
    }
  });
