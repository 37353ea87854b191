import { type Answer, createProblem, createProblemWithHeaders } from '../http/answer.js';
import type { RequestContext } from '../request-context.js';
import type { AccessScheme } from '../settings.js';

export function refuseAccess(visit: RequestContext): Answer | undefined {
  const { service, caller, order, parent = order, resource } = visit;
  const { access, hidesExistence } = service.settings;
  if (access === 'open' || resource === 'directory' || resource === 'document') return undefined;
  if (caller === undefined || caller.role === 'expired') return createChallenge(access, caller !== undefined);
  if (parent && service.tenant !== caller.tenant) {
    return hidesExistence
      ? createProblem(404, 'There is no such order.')
      : createProblem(403, 'This order belongs to others.');
  }
  const isLimited = caller.role === 'limited' && !['GET', 'HEAD', 'OPTIONS'].includes(visit.method);
  return isLimited ? createProblem(403, 'This caller may only read.') : undefined;
}

const challenges: Readonly<Record<AccessScheme, string>> = {
  bearer: 'Bearer realm="orders"',
  basic: 'Basic realm="orders", charset="UTF-8"',
  'api-key': 'ApiKey realm="orders", in="header", name="X-API-Key"',
  'query-key': 'ApiKey realm="orders", in="query", name="api_key"',
};

function createChallenge(scheme: AccessScheme, isExpired: boolean): Answer {
  const error = isExpired && scheme === 'bearer' ? ', error="invalid_token"' : '';
  const detail = isExpired ? 'The credential is valid no longer.' : 'No valid credential was sent.';
  return createProblemWithHeaders(401, detail, { 'www-authenticate': `${challenges[scheme]}${error}` });
}
