import type { JsonObject } from '../../../model/json.js';

export const guessMemberSchema = (name: string): JsonObject =>
  memberGuesses.find(([pattern]) => pattern.test(name))?.[1] ?? { type: 'string', minLength: 1, maxLength: 40 };

const memberGuesses: readonly (readonly [RegExp, JsonObject])[] = [
  [/e-?mail/i, { type: 'string', format: 'email' }],
  [/(url|uri|link|website|homepage)$/i, { type: 'string', format: 'uri' }],
  [/(At|_at|_on|time|timestamp)$/, { type: 'string', format: 'date-time' }],
  [/(date|day|birthday|dob)$/i, { type: 'string', format: 'date' }],
  [/^(is|has|can|should)[A-Z_]|(enabled|active|done|completed|published)$/, { type: 'boolean' }],
  [
    /(count|quantity|qty|number|amount|age|year|size|total|rank|position|stock)$/i,
    { type: 'integer', minimum: 1, maximum: 100 },
  ],
  [/(price|cost|rate|weight|latitude|longitude)$/i, { type: 'number', minimum: 1, maximum: 90 }],
  [/(tags|list|items|ids|roles)$/i, { type: 'array' }],
];
