import { redactorOf } from '../../http/redact/redactor.js';
import type { Profile } from '../../model/profile/profile.js';
import { visible } from '../../report/text/escape-control-characters.js';

/** Where the service is, as it may be shown: an address may hold a secret. */
export const shownBase = ({ baseUrl, secrets, redaction }: Profile): string =>
  visible(redactorOf(secrets, redaction).aloud(baseUrl));
