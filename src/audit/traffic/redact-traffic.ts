import { createRedactor } from '../../http/redact/redactor.js';
import { isSensitiveName } from '../../http/redact/sensitive-names.js';
import type { Profile } from '../../model/profile/profile.js';
import type { RecordedExchange } from '../../model/recorded-exchange.js';
import { Secret } from '../../model/secret.js';
import type { TrafficExchange } from '../../model/traffic-exchange.js';
import { createPersonalTokens } from './personal-tokens.js';

/** Longest content in a report, in characters. */
const recordLimit = 16 * 1024;

/** Credentials that are searched for in all texts; the others are redacted by their places. */
const maxSecrets = 2_000;

/** Redacts what a recording contains: credentials by their names and places, and values of personal members. */
export function createTrafficRedactor(profile: Pick<Profile, 'baseUrl' | 'secrets' | 'redaction'>) {
  const { baseUrl, secrets, redaction } = profile;
  const redactor = createRedactor(secrets, redaction);
  const personal = createPersonalTokens();
  const known = new Set<string>();
  const redact = (text: string): string => personal.replaceInText(redactor.redactTrace(text));
  return {
    hasSecret: redactor.hasSecret,
    hideAddresses: redactor.hideAddresses,
    /** Hides credentials of a recording wherever they are shown. */
    hide(secrets: readonly string[]): void {
      const added = secrets.filter((secret) => !known.has(secret));
      if (added.length === 0 || known.size >= maxSecrets) return;
      for (const secret of added) known.add(secret);
      redactor.hide(added.map((secret) => new Secret('recorded', secret)));
    },
    redact,
    redactJson: <T>(value: T): T => personal.replace(redactor.json(value)),
    /** Learns the personal values of a report, so that each has the same token wherever it is shown. */
    learn: personal.learn,
    /** An exchange as the report shows it. */
    record({
      n,
      method,
      path,
      fields,
      content,
      answer,
      hasText,
      silence,
      startedAt,
      endedAt,
    }: TrafficExchange): RecordedExchange {
      const cut = content === undefined ? undefined : redactor.content(content, recordLimit).text;
      const got = answer && redactor.content(answer.text, recordLimit).text;
      const request = {
        ...{ method, url: redactor.redact(baseUrl + path), headers: redactor.fields(omitSensitive(fields)) },
        ...(cut !== undefined && { content: cut }),
      };
      if (answer === undefined) return { n, request, silence: redactor.redact(silence ?? 'not recorded') };
      const isCut = answer.text.length > recordLimit || !hasText;
      return {
        n,
        request,
        answer: {
          ...{ status: answer.status, headers: redactor.fields(answer.headers) },
          ...(got !== '' && got !== undefined && { content: got }),
          ...(isCut && { cutFrom: answer.text.length }),
          ms: Math.max(0, endedAt - startedAt),
        },
      };
    },
  };
}

const omitSensitive = (fields: TrafficExchange['fields']): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !isSensitiveName(name)));
