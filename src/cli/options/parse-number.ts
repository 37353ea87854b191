import { InvalidArgumentError } from 'commander';

/** Parses a whole number from `least` to `most`. Throws InvalidArgumentError. */
export function parseWholeNumber(least: number, most: number, text: string): number {
  const number = parseInteger(text);
  if (number >= least && number <= most) return number;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  throw new InvalidArgumentError(`Give a whole number ${range}.`);
}

/** Parses a whole number. Throws InvalidArgumentError. */
export function parseInteger(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && text.trim() !== '') return number;
  throw new InvalidArgumentError('Give a whole number.');
}

/** Parses a whole number from 1 on. Throws InvalidArgumentError. */
export const parsePositive = (text: string) => parseWholeNumber(1, Number.MAX_SAFE_INTEGER, text);

/** Parses a duration in seconds: `90`, `90s`, `5m`, `1h`. Throws InvalidArgumentError. */
export function parseSeconds(text: string): number {
  const [, number = '', unit = 's'] = /^(\d+)(s|m|h)?$/.exec(text.trim().toLowerCase()) ?? [];
  const seconds = Number(number) * (unit === 'h' ? 3_600 : unit === 'm' ? 60 : 1);
  if (number !== '' && seconds >= 1 && Number.isSafeInteger(seconds)) return seconds;
  throw new InvalidArgumentError('Give a whole number of seconds, or a duration such as 90s, 5m or 1h.');
}

/** Reads a glob of operations, which can be given more than once. Throws InvalidArgumentError. */
export function collectOperations(text: string, before: readonly string[] = []): string[] {
  if (/^((GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE)\s+)?[/*]/i.test(text.trim())) return [...before, text];
  throw new InvalidArgumentError("Give a path, or a method and a path, such as 'DELETE /users/*'.");
}

/** Reads an option that can be given more than once: each value is added to those before it. */
export const collect = (value: string, before: readonly string[] = []): string[] => [...before, value];
