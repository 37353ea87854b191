import { escapeRegExp } from '../escape-reg-exp.js';

/** Which operations an audit may call, as the user says. */
export interface OperationScope {
  /** Globs of the only operations; all when absent. */
  readonly include?: readonly string[];
  /** Globs of operations that are never called. */
  readonly exclude?: readonly string[];
  /** Whether only what the profile declares is checked. */
  readonly only?: 'declared';
  /**
   * Globs of the single resources whose content may be changed and restored. When absent: on this machine each of which
   * the document describes GET and a write; elsewhere none.
   */
  readonly restore?: readonly string[];
}

/** Whether a run may change the content of a single resource, which it restores. */
export function mayRestore({ restore }: OperationScope, path: string, isLoopback: boolean) {
  if (restore === undefined) return isLoopback && 'by default';
  return restore.some((glob) => isOperationMatch(glob, 'PUT', path)) && 'declared';
}

/**
 * Why an operation is outside the scope; undefined where it may be called. A glob is a path, or a method and a path:
 * `/users/*`, `'DELETE /users/*'`. `*` stands for one segment, `**` for any number of them.
 */
export function findScopeProblem({ include = [], exclude = [] }: OperationScope, method: string, path: string) {
  const glob = exclude.find((one) => isOperationMatch(one, method, path));
  if (glob !== undefined) return `excluded by ${glob}`;
  return include.length > 0 && !include.some((one) => isOperationMatch(one, method, path)) ? 'not included' : undefined;
}

/** Whether a glob includes exactly this operation, by method and path, so that its words do not matter. */
export const isNamedExactly = ({ include = [] }: OperationScope, method: string, path: string): boolean =>
  include.some((glob) => glob === `${method} ${path}`);

/** Whether a glob matches an operation; the path may be a template or a concrete path. */
export function isOperationMatch(glob: string, method: string, path: string): boolean {
  const [, wanted, pattern = ''] = /^(?:([A-Za-z]+)\s+)?(.*)$/s.exec(glob.trim()) ?? [];
  if (wanted !== undefined && wanted.toUpperCase() !== method.toUpperCase()) return false;
  const plain = path.split('?')[0]?.replace(/(.)\/$/, '$1') ?? '';
  const parts = pattern
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.*' : part === '*' ? '[^/]+' : escapeRegExp(part)));
  return new RegExp(`^${parts.join('')}/?$`).test(plain);
}
