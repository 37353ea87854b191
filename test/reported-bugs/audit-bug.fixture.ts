import { audit } from '../../src/audit.js';
import { loadProfile } from '../../src/profile/load-profile.js';
import { type ReportedBug, serveBug } from './server.fixture.js';

/** What an audit knows of a service: its document, or the paths of its collections. */
export type Source = 'document' | 'collection';

/** The rules that are violated, and those that ended with an internal error. */
export async function auditBug(bug: ReportedBug, isSound: boolean, source: Source, seed: number) {
  const { baseUrl, close } = await serveBug(bug, isSound, source === 'document');
  try {
    const named = source === 'document' ? {} : { collections: bug.collections };
    const { results } = await audit(await loadProfile({ baseUrl, cwd: '/', env: {}, ...named }), { seed });
    const list = (verdict: string) => results.filter((one) => one.verdict === verdict).map(({ rule }) => rule);
    return { violated: list('violated'), errored: list('errored') };
  } finally {
    close();
  }
}
