const text = { type: 'string' } as const;
const whole = { type: 'integer', minimum: 0 } as const;
const list = (items: object, more: object = {}) => ({ type: 'array', items, ...more });
const record = (properties: Record<string, object>, required: readonly string[]) => ({
  type: 'object',
  properties,
  required: [...required],
});

const faultCategory = record(
  {
    id: text,
    code: {
      type: 'integer',
      anyOf: [
        { minimum: 100, maximum: 122 },
        { minimum: 200, maximum: 207 },
        { minimum: 300, maximum: 312 },
        { minimum: 900, maximum: 999 },
      ],
    },
    context: { type: ['string', 'null'] },
  },
  ['id', 'code'],
);

const foundFault = record(
  {
    operationId: text,
    testCaseId: text,
    faultCategories: list(faultCategory, { minItems: 1, uniqueItems: true }),
  },
  ['operationId', 'testCaseId', 'faultCategories'],
);

const coveredEndpoint = record(
  {
    endpointId: text,
    testCaseId: text,
    httpStatus: list({ type: 'integer', minimum: 0, maximum: 599 }, { uniqueItems: true }),
  },
  ['endpointId', 'testCaseId', 'httpStatus'],
);

const rest = record(
  {
    outputHttpCalls: whole,
    evaluatedHttpCalls: whole,
    endpointIds: list(text, { uniqueItems: true }),
    coveredHttpStatus: list(coveredEndpoint),
  },
  ['outputHttpCalls', 'evaluatedHttpCalls', 'endpointIds', 'coveredHttpStatus'],
);

/** What version 0.8.0 of the report of Web Fuzzing Commons asks, restated from wfc/schemas/report.yaml of WebFuzzing/Commons. */
export const wfcSchema = {
  ...record(
    {
      schemaVersion: { const: '0.8.0' },
      toolName: text,
      toolVersion: text,
      creationTime: { type: 'string', format: 'date-time' },
      faults: record({ totalNumber: whole, foundFaults: list(foundFault) }, ['totalNumber', 'foundFaults']),
      problemDetails: record({ rest }, ['rest']),
      totalTests: whole,
      testFilePaths: list(text, { uniqueItems: true }),
      testCases: list(record({ id: text, name: text }, ['id'])),
      executionTimeInSeconds: whole,
      warnings: list(record({ message: text, category: text, displayPriority: whole }, [])),
    },
    [
      'schemaVersion',
      'toolName',
      'toolVersion',
      'creationTime',
      'faults',
      'problemDetails',
      'totalTests',
      'testFilePaths',
      'testCases',
      'executionTimeInSeconds',
    ],
  ),
  additionalProperties: false,
};
