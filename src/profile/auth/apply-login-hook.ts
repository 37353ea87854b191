import { isObject, type Json } from '../../model/json.js';
import { ProfileError } from '../../model/profile/profile-error.js';
import type { Source } from '../file/source.js';

/** Adds the credentials that the hook `login` returns to those of the profile. Throws {@link ProfileError} if it fails. */
export async function applyLoginHook(source: Source): Promise<Source> {
  if (source.hooks?.login === undefined) return source;
  // What was obtained is taken as it is.
  const credentials = JSON.parse(JSON.stringify(await callLogin(source, source.hooks.login)).replaceAll('${', '$${'));
  const value = isObject(source.value) ? source.value : {};
  const auth = isObject(value.auth) ? value.auth : {};
  const own = isObject(auth.credentials) ? auth.credentials : {};
  return { ...source, value: { ...value, auth: { ...auth, credentials: { ...own, ...credentials } } } };
}

async function callLogin({ file }: Source, login: () => unknown): Promise<Record<string, Json>> {
  const fail = (message: string): never => {
    throw new ProfileError([{ file, message: `hooks.login ${message}` }]);
  };
  let returned: unknown;
  try {
    returned = JSON.parse(JSON.stringify((await login()) ?? null));
  } catch (error) {
    return fail(`failed: ${error instanceof Error ? error.message : String(error)}`);
  }
  return isObject(returned as Json)
    ? (returned as Record<string, Json>)
    : fail("must return credentials by caller, as in { full: 'token' }");
}
