import type { Answer } from './http/answer.js';

export const versionPaths = { old: '/v1', new: '/v2' } as const;

const deprecatedAt = Date.UTC(2025, 0, 1) / 1000;

const deprecationFields: Readonly<Record<string, string>> = {
  deprecation: `@${deprecatedAt}`,
  sunset: new Date(Date.UTC(2099, 11, 31, 23, 59, 59)).toUTCString(),
};

export function removeVersion(path: string): string {
  const base = Object.values(versionPaths).find((version) => isBelow(path, version));
  return base === undefined ? path : path.slice(base.length) || '/';
}

export const addDeprecationFields = (path: string, answer: Answer): Answer =>
  isBelow(path, versionPaths.old) ? { ...answer, headers: { ...answer.headers, ...deprecationFields } } : answer;

const isBelow = (path: string, base: string): boolean => path === base || path.startsWith(`${base}/`);
