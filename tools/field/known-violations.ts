import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './repository-root.js';

/** The violations of a service that were confirmed by hand. */
export interface KnownViolations {
  /** The page of `field` that shows them. */
  readonly notes: string;
  /** By the heading of the section that shows them: rules, each with its subjects. */
  readonly confirmed: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** One violation of a rule by a subject. */
export interface KnownViolation {
  /** `rule subject`, as in {@link nameCheck}. */
  readonly check: string;
  readonly section: string;
}

/** The name of a check: a rule on a subject. */
export const nameCheck = (rule: string, subject: string): string => `${rule} ${subject}`;

/** The rule and the subject of a check. */
export function splitCheck(check: string): { readonly rule: string; readonly subject: string } {
  const end = check.indexOf(' ');
  return { rule: check.slice(0, end), subject: check.slice(end + 1) };
}

/** All confirmed violations, by the name of their service: `test/field/known-violations.json`. */
export const readKnownViolations = (): Readonly<Record<string, KnownViolations>> =>
  JSON.parse(readFileSync(join(repositoryRoot, 'test/field/known-violations.json'), 'utf8'));

/** The violations of a service in the order of the file. */
export const listKnownViolations = (known: KnownViolations | undefined): KnownViolation[] =>
  Object.entries(known?.confirmed ?? {}).flatMap(([section, rules]) =>
    Object.entries(rules).flatMap(([rule, subjects]) =>
      subjects.map((subject) => ({ check: nameCheck(rule, subject), section })),
    ),
  );
