import { getAtPointer, isObject, type Json } from '../../model/json.js';
import { createOffer, createValue, type DraftSources, type DraftValue } from '../draft-passage.js';
import { findGivenCredential } from './given-credentials.js';

/** Suggests credentials: as given, or as the document requires them, each as a variable for the user to set. */
export function draftAccess({ survey: { document }, waiting, profile, tokenEnv }: DraftSources): DraftValue[] {
  const scheme = findSecurityScheme(document);
  const given = findGivenCredential(profile);
  const rules = (role: string) => waiting([`auth.credentials.${role}`]);
  const isWorthIt = (role: string) => rules(role) > 0 || (role === 'full' && (scheme ?? given) !== undefined);
  return roles
    .filter(({ role }) => isWorthIt(role))
    .map(({ role, variable, is }) => {
      const path = ['auth', 'credentials', role];
      // The variable exists where the user named it, so the profile works as it is.
      if (role === 'full' && tokenEnv !== undefined)
        return createValue(path, { token: `\${${tokenEnv}}` }, `${is}; named on the command line`);
      if (role === 'full' && given !== undefined)
        return createOffer(path, given, `${is}; given on the command line, and not written to this file`, rules(role));
      const asked = scheme === undefined || role !== 'full' ? is : `${is}; described: ${scheme.at}`;
      return createOffer(path, createCredential(scheme, variable), asked, rules(role));
    });
}

const roles = [
  { role: 'full', variable: 'ASSAY_FULL', is: 'has all rights that the checks need' },
  { role: 'limited', variable: 'ASSAY_LIMITED', is: 'has no access to the items of the full caller' },
  { role: 'otherTenant', variable: 'ASSAY_OTHER_TENANT', is: 'has the same rights in another tenant' },
  { role: 'expired', variable: 'ASSAY_EXPIRED', is: 'was valid, and has expired' },
  { role: 'wrongPassword', variable: 'ASSAY_WRONG_PASSWORD', is: 'is a test user with a wrong password' },
] as const;

interface SecurityScheme {
  readonly at: string;
  readonly kind: 'bearer' | 'basic' | 'header' | 'query' | 'cookie' | 'oauth2';
  /** Name of the header field, query parameter or cookie; address of the token endpoint. */
  readonly name: string;
}

/** The first security scheme of the document that a profile supports. */
function findSecurityScheme(document: Json | undefined): SecurityScheme | undefined {
  const schemes = getAtPointer(document, '/components/securitySchemes');
  if (!isObject(schemes)) return undefined;
  const known = Object.entries(schemes).flatMap(([name, value]): SecurityScheme[] => {
    const told = classifyScheme(value);
    return told ? [{ ...told, at: `#/components/securitySchemes/${name}` }] : [];
  });
  return known[0];
}

function classifyScheme(scheme: Json): Pick<SecurityScheme, 'kind' | 'name'> | undefined {
  const type = getAtPointer(scheme, '/type');
  const place = getAtPointer(scheme, '/in');
  const name = String(getAtPointer(scheme, '/name') ?? '');
  if (type === 'apiKey')
    return place === 'header' || place === 'query' || place === 'cookie' ? { kind: place, name } : undefined;
  if (type === 'http')
    return { kind: /^basic$/i.test(String(getAtPointer(scheme, '/scheme'))) ? 'basic' : 'bearer', name };
  if (type !== 'oauth2') return type === 'openIdConnect' ? { kind: 'bearer', name } : undefined;
  const endpoint = getAtPointer(scheme, '/flows/clientCredentials/tokenUrl');
  return typeof endpoint === 'string' ? { kind: 'oauth2', name: endpoint } : { kind: 'bearer', name };
}

function createCredential(scheme: SecurityScheme | undefined, variable: string): Json {
  const { kind = 'bearer', name = '' } = scheme ?? {};
  if (kind === 'basic') return { username: `\${${variable}_USER}`, password: `\${${variable}_PASSWORD}` };
  if (kind === 'bearer') return { token: `\${${variable}_TOKEN}` };
  if (kind !== 'oauth2') return { [kind]: name, value: `\${${variable}_KEY}` };
  return { oauth2: { tokenUrl: name, clientId: `\${${variable}_CLIENT}`, clientSecret: `\${${variable}_SECRET}` } };
}
