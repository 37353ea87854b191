import type { JsonObject } from '../../../../src/model/json.js';
import type { FileProfile } from '../../../../src/profile/file/file-content.js';
import type { CallerFacts, ServiceFacts } from '../../facts/facts.js';

/** The credentials of the first callers as a profile declares them; nothing for an open service. */
export function declareCallers(service: ServiceFacts, count: number): FileProfile {
  const { design, callers } = service;
  const names = ['full', 'otherTenant'];
  const declared = callers.slice(0, count).map((one, index) => [names[index] ?? '', declareCaller(one, service)]);
  if (declared.length === 0) return {};
  const hidden = count > 1 ? { hideExistence: design.service.hiddenStatus === '404' } : {};
  return { auth: { credentials: Object.fromEntries(declared) as JsonObject, ...hidden } };
}

function declareCaller({ name, password, secret }: CallerFacts, { design, loginPath }: ServiceFacts): JsonObject {
  switch (design.service.access) {
    case 'basic':
      return { username: name, password };
    case 'key-header':
      return { header: 'X-Api-Key', value: secret };
    case 'key-query':
      return { query: 'api_key', value: secret };
    case 'session':
      return { login: { path: loginPath, body: { user: name, password }, cookie: 'session' } };
    default:
      return { token: secret };
  }
}
