import { findNearestWord } from '../../model/nearest-word.js';
import { type Hooks, hookNames } from '../../model/profile/hooks.js';

/** Takes `hooks` out of a profile that is a value, because functions are no part of JSON. Returns a problem for other values. */
export function splitHooks(value: object): {
  readonly rest: object;
  readonly hooks?: Hooks;
  readonly problem?: string;
} {
  const { hooks, ...rest } = value as { readonly hooks?: unknown };
  if (hooks === undefined) return { rest };
  if (typeof hooks !== 'object' || hooks === null || Array.isArray(hooks))
    return { rest, problem: `hooks: expected an object with functions: ${hookNames.join(', ')}` };
  for (const [name, hook] of Object.entries(hooks)) {
    if (!hookNames.some((known) => known === name)) return { rest, problem: describeUnknownHook(name) };
    if (typeof hook !== 'function') return { rest, problem: `hooks.${name}: expected a function` };
  }
  return { rest, hooks: hooks as Hooks };
}

function describeUnknownHook(name: string): string {
  const near = findNearestWord(name, hookNames);
  return `hooks.${name}: is no hook${near === undefined ? `; known are ${hookNames.join(', ')}` : `; did you mean ${near}?`}`;
}
