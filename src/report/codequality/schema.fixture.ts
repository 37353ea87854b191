/**
 * Requirements of GitLab for a code quality report, restated from "Code Quality report format" in its documentation
 * (docs.gitlab.com/ci/testing/code_quality), which publishes a table and no schema.
 */
export const codequalitySchema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    additionalProperties: false,
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', pattern: '^[0-9a-f]{16,}$' },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        additionalProperties: false,
        properties: {
          // Relative to the top of the repository, without a leading `./`.
          path: { type: 'string', pattern: '^(?!/|\\./|[A-Za-z][A-Za-z0-9+.-]*:|.*\\\\)(?!(.*/)?\\.\\.(/|$)).+' },
          lines: {
            type: 'object',
            required: ['begin'],
            additionalProperties: false,
            properties: { begin: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
} as const;
