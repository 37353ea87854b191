import { createRedactor } from '../../http/redact/redactor.js';
import type { Profile } from '../../model/profile/profile.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';

/** Where the service is, as it may be shown: an address may hold a secret. */
export const redactBaseUrl = ({ baseUrl, secrets, redaction }: Profile): string =>
  escapeControlCharacters(createRedactor(secrets, redaction).redactTrace(baseUrl));
