import { createRedactor } from '../../http/redact/redactor.js';
import type { Profile } from '../../model/profile/profile.js';
import { escapeControlCharacters } from '../../report/text/escape-control-characters.js';

/** Returns the base URL with secrets masked: an address can contain a secret. */
export const redactBaseUrl = ({ baseUrl, secrets, redaction }: Profile): string =>
  escapeControlCharacters(createRedactor(secrets, redaction).redactTrace(baseUrl));
