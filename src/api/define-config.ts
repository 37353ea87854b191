import type { ProfileDocument } from './make-profile.js';

/**
 * Returns the profile as it is, with its type, so that editors complete and check it.
 *
 * @example
 * ```js
 * // assay.config.mjs
 * import { defineConfig } from 'assay';
 *
 * export default defineConfig({ baseUrl: 'http://127.0.0.1:3000', limits: { cases: 5 } });
 * ```
 */
export const defineConfig = (profile: ProfileDocument): ProfileDocument => profile;
