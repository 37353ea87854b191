const textSchema = { type: 'string' } as const;
const wholeNumber = { type: 'integer', minimum: 0 } as const;
const createArraySchema = (items: object, more: object = {}) => ({ type: 'array', items, ...more });
const createObjectSchema = (properties: Record<string, object>, required: readonly string[]) => ({
  type: 'object',
  properties,
  required: [...required],
});

const faultCategory = createObjectSchema(
  {
    id: textSchema,
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

const foundFault = createObjectSchema(
  {
    operationId: textSchema,
    testCaseId: textSchema,
    faultCategories: createArraySchema(faultCategory, { minItems: 1, uniqueItems: true }),
  },
  ['operationId', 'testCaseId', 'faultCategories'],
);

const coveredEndpoint = createObjectSchema(
  {
    endpointId: textSchema,
    testCaseId: textSchema,
    httpStatus: createArraySchema({ type: 'integer', minimum: 0, maximum: 599 }, { uniqueItems: true }),
  },
  ['endpointId', 'testCaseId', 'httpStatus'],
);

const restSchema = createObjectSchema(
  {
    outputHttpCalls: wholeNumber,
    evaluatedHttpCalls: wholeNumber,
    endpointIds: createArraySchema(textSchema, { uniqueItems: true }),
    coveredHttpStatus: createArraySchema(coveredEndpoint),
  },
  ['outputHttpCalls', 'evaluatedHttpCalls', 'endpointIds', 'coveredHttpStatus'],
);

/** Requirements of version 0.8.0 of the report of Web Fuzzing Commons, restated from wfc/schemas/report.yaml of WebFuzzing/Commons. */
export const wfcReportSchema = {
  ...createObjectSchema(
    {
      schemaVersion: { const: '0.8.0' },
      toolName: textSchema,
      toolVersion: textSchema,
      creationTime: { type: 'string', format: 'date-time' },
      faults: createObjectSchema({ totalNumber: wholeNumber, foundFaults: createArraySchema(foundFault) }, [
        'totalNumber',
        'foundFaults',
      ]),
      problemDetails: createObjectSchema({ rest: restSchema }, ['rest']),
      totalTests: wholeNumber,
      testFilePaths: createArraySchema(textSchema, { uniqueItems: true }),
      testCases: createArraySchema(createObjectSchema({ id: textSchema, name: textSchema }, ['id'])),
      executionTimeInSeconds: wholeNumber,
      warnings: createArraySchema(
        createObjectSchema({ message: textSchema, category: textSchema, displayPriority: wholeNumber }, []),
      ),
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
