import { describe, expect, it } from 'vitest';
import type { Json } from '../../../model/json.js';
import { findRawComplaints } from './find-complaints.js';
import { type Complaint, parseComplaint } from './parse-complaint.js';

const sent = ['name', 'email', 'age', 'status', 'nickname', 'ownerId', 'tags'];
const complaintsIn = (error: Json): Complaint[] => findRawComplaints(error, sent).flatMap(parseComplaint);

/** What frameworks answer, each in its own shape, and what is to be made of it. */
const answers: readonly (readonly [string, Json, readonly Complaint[]])[] = [
  [
    'problem details with errors by pointer',
    {
      type: 'about:blank',
      title: 'Unprocessable',
      status: 422,
      errors: [{ pointer: '#/name', detail: 'is required' }],
    },
    [{ kind: 'missing', member: '/name' }],
  ],
  [
    'a sentence that begins with a member that nothing else names',
    { title: 'invalid', status: 422, detail: 'code: must be a string' },
    [{ kind: 'type', member: '/code', type: 'string' }],
  ],
  [
    'a member of the error itself that has the name of one of the content',
    { tags: ['urn:ietf:params:scim:api:messages:2.0:Error'], status: '400', detail: 'it does not fit' },
    [],
  ],
  [
    'what the errors of members are about, beside them',
    { errors: [{ data: { collection: 'required', errors: [{ message: 'This field is required.', path: 'name' }] } }] },
    [{ kind: 'missing', member: '/name' }],
  ],
  ['a sentence that begins with the kind of problem', { error: 'ValidationError: must not be empty' }, []],
  [
    'problem details with invalid-params',
    { title: 'Your request is not valid', 'invalid-params': [{ name: 'age', reason: 'must be a positive integer' }] },
    [{ kind: 'type', member: '/age', type: 'integer' }],
  ],
  [
    'JSON:API',
    { errors: [{ status: '422', source: { pointer: '/data/attributes/name' }, detail: "name can't be blank" }] },
    [{ kind: 'empty', member: '/name' }],
  ],
  [
    'FastAPI',
    {
      detail: [
        { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: {} },
        { type: 'int_parsing', loc: ['body', 'age'], msg: 'Input should be a valid integer, unable to parse' },
        { type: 'enum', loc: ['body', 'status'], msg: "Input should be 'open', 'closed' or 'held'" },
        { type: 'extra_forbidden', loc: ['body', 'nickname'], msg: 'Extra inputs are not permitted' },
        { type: 'string_too_long', loc: ['body', 'email'], msg: 'String should have at most 20 characters' },
      ],
    },
    [
      { kind: 'missing', member: '/name' },
      { kind: 'type', member: '/age', type: 'integer' },
      { kind: 'enum', member: '/status', values: ['open', 'closed', 'held'] },
      { kind: 'unknown', member: '/nickname' },
      { kind: 'maxLength', member: '/email', limit: 20 },
    ],
  ],
  [
    'a sentence of its own',
    { error: 'status is not one of open,closed' },
    [{ kind: 'enum', member: '/status', values: ['open', 'closed'] }],
  ],
  [
    'NestJS',
    {
      statusCode: 400,
      message: [
        'property nickname should not exist',
        'name must be a string',
        'name must be longer than or equal to 3 characters',
        'age must not be greater than 120',
        'status must be one of the following values: open, closed',
        'email must be an email',
      ],
      error: 'Bad Request',
    },
    [
      { kind: 'unknown', member: '/nickname' },
      { kind: 'type', member: '/name', type: 'string' },
      { kind: 'minLength', member: '/name', limit: 3 },
      { kind: 'maximum', member: '/age', limit: 120 },
      { kind: 'enum', member: '/status', values: ['open', 'closed'] },
      { kind: 'format', member: '/email', format: 'email' },
    ],
  ],
  [
    'Fastify',
    {
      statusCode: 400,
      code: 'FST_ERR_VALIDATION',
      error: 'Bad Request',
      message: "body must have required property 'name'",
    },
    [{ kind: 'missing', member: '/name' }],
  ],
  [
    'Fastify, a member',
    { statusCode: 400, error: 'Bad Request', message: 'body/age must be integer' },
    [{ kind: 'type', member: '/age', type: 'integer' }],
  ],
  [
    'Feathers with the errors of ajv',
    {
      name: 'BadRequest',
      message: 'validation failed',
      code: 400,
      className: 'bad-request',
      data: [
        {
          instancePath: '',
          keyword: 'required',
          params: { missingProperty: 'name' },
          message: "must have required property 'name'",
        },
        {
          instancePath: '',
          keyword: 'additionalProperties',
          params: { additionalProperty: 'nickname' },
          message: 'must NOT have additional properties',
        },
        { instancePath: '/age', keyword: 'minimum', params: { limit: 1 }, message: 'must be >= 1' },
      ],
    },
    [
      { kind: 'missing', member: '/name' },
      { kind: 'unknown', member: '/nickname' },
      { kind: 'minimum', member: '/age', limit: 1 },
    ],
  ],
  [
    'Django REST framework',
    {
      name: ['This field is required.'],
      email: ['Enter a valid email address.'],
      age: ['A valid integer is required.'],
      status: ['"x" is not a valid choice.'],
    },
    [
      { kind: 'missing', member: '/name' },
      { kind: 'format', member: '/email', format: 'email' },
      { kind: 'type', member: '/age', type: 'integer' },
    ],
  ],
  [
    'Rails',
    {
      errors: { name: ["can't be blank", 'is too short (minimum is 3 characters)'], email: ['has already been taken'] },
    },
    [
      { kind: 'empty', member: '/name' },
      { kind: 'taken', member: '/email' },
    ],
  ],
  [
    'Rails, one sentence each',
    { errors: ["Name can't be blank", 'nickname is not allowed'] },
    [{ kind: 'unknown', member: '/nickname' }],
  ],
  [
    'ASP.NET',
    {
      title: 'One or more validation errors occurred.',
      status: 400,
      errors: { name: ['The name field is required.'], age: ['The field age must be between 1 and 9.'] },
    },
    [{ kind: 'missing', member: '/name' }],
  ],
  [
    'Spring',
    {
      status: 400,
      error: 'Bad Request',
      errors: [
        { field: 'name', defaultMessage: 'must not be blank', code: 'NotBlank' },
        { field: 'age', defaultMessage: 'must be less than or equal to 99' },
      ],
    },
    [
      { kind: 'empty', member: '/name' },
      { kind: 'maximum', member: '/age', limit: 99 },
    ],
  ],
  [
    'Joi',
    {
      message: 'Validation failed',
      details: [
        { message: '"name" is required', path: ['name'], type: 'any.required' },
        { message: '"nickname" is not allowed', path: ['nickname'], type: 'object.unknown' },
      ],
    },
    [
      { kind: 'missing', member: '/name' },
      { kind: 'unknown', member: '/nickname' },
    ],
  ],
  [
    'Zod',
    {
      success: false,
      issues: [
        { code: 'invalid_type', expected: 'string', received: 'undefined', path: ['name'], message: 'Required' },
        {
          code: 'unrecognized_keys',
          keys: ['nickname'],
          path: [],
          message: "Unrecognized key(s) in object: 'nickname'",
        },
      ],
    },
    [
      { kind: 'missing', member: '/name' },
      { kind: 'unknown', member: '/nickname' },
    ],
  ],
  [
    'Mongoose',
    {
      errors: { name: { kind: 'required', path: 'name', message: 'Path `name` is required.' } },
      message: 'Person validation failed',
    },
    [{ kind: 'missing', member: '/name' }],
  ],
  [
    'Mongoose, a sentence',
    {
      message:
        'Person validation failed: name: Path `name` is required., age: Path `age` (500) is more than maximum allowed value (99).',
    },
    [{ kind: 'missing', member: '/name' }],
  ],
  [
    'Symfony',
    { violations: [{ propertyPath: 'name', message: 'This value should not be blank.' }] },
    [{ kind: 'empty', member: '/name' }],
  ],
  ['a sentence', { error: 'Missing required field: title' }, [{ kind: 'missing', member: '/title' }]],
  ['a sentence about what is known', { error: 'ownerId does not exist' }, [{ kind: 'reference', member: '/ownerId' }]],
  ['a code', { error: { code: 'invalid_request', message: 'The request is not valid' } }, []],
  [
    'a list of members',
    { message: 'tags must contain at least 1 elements' },
    [{ kind: 'minItems', member: '/tags', limit: 1 }],
  ],
  [
    'Fastify, a bound',
    { message: 'body/age must NOT have fewer than 2 characters, body/email must NOT have more than 9 characters' },
    [
      { kind: 'minLength', member: '/age', limit: 2 },
      { kind: 'maxLength', member: '/email', limit: 9 },
    ],
  ],
  [
    'Strapi, of a member that it does not know',
    {
      data: null,
      error: {
        status: 400,
        name: 'ValidationError',
        message: 'Invalid key nickname',
        details: { path: 'nickname', source: 'body', key: 'nickname' },
      },
    },
    [{ kind: 'unknown', member: '/nickname' }],
  ],
  [
    'an application, with ranges in words',
    {
      errors: [
        { pointer: '/age', detail: 'must be a whole number from 1 to 1000' },
        { pointer: '/name', detail: 'must be a text of 1 to 80 characters' },
        { pointer: '/tags', detail: 'must have between 1 and 3 items' },
        { pointer: '/ownerId', detail: 'must be the id of a customer' },
      ],
    },
    [
      { kind: 'minimum', member: '/age', limit: 1, isWhole: true },
      { kind: 'maximum', member: '/age', limit: 1000, isWhole: true },
      { kind: 'minLength', member: '/name', limit: 1 },
      { kind: 'maxLength', member: '/name', limit: 80 },
      { kind: 'minItems', member: '/tags', limit: 1 },
      { kind: 'maxItems', member: '/tags', limit: 3 },
      { kind: 'reference', member: '/ownerId' },
    ],
  ],
  [
    'ASP.NET, with a range',
    { errors: { age: ['The field age must be between 1 and 9.'] } },
    [
      { kind: 'minimum', member: '/age', limit: 1 },
      { kind: 'maximum', member: '/age', limit: 9 },
    ],
  ],
  [
    'a sentence with a list of unknown members',
    { message: 'Unexpected parameters: nickname, tags' },
    [
      { kind: 'unknown', member: '/nickname' },
      { kind: 'unknown', member: '/tags' },
    ],
  ],
  [
    'a sentence with a list of missing members, which were not sent',
    { error: "Missing required fields: 'title' and 'isbn'." },
    [
      { kind: 'missing', member: '/title' },
      { kind: 'missing', member: '/isbn' },
    ],
  ],
  [
    'a sentence that begins with a list',
    { message: 'title, isbn and year are required' },
    [
      { kind: 'missing', member: '/title' },
      { kind: 'missing', member: '/isbn' },
      { kind: 'missing', member: '/year' },
    ],
  ],
  ['one missing member in a sentence', { error: 'X is required' }, [{ kind: 'missing', member: '/X' }]],
  ['nothing', { error: 'Bad Request' }, []],
  ['a page about something else', { title: 'Not found', detail: 'There is nothing at this address.' }, []],
];

describe('complaints', () => {
  it.each(answers)('are read from the response of %s', (_, error, expected) => {
    const found = complaintsIn(error);
    expect(found).toEqual(expect.arrayContaining([...expected]));
    expect(found.filter(({ kind }) => kind === 'unknown' || kind === 'missing')).toEqual(
      expected.filter(({ kind }) => kind === 'unknown' || kind === 'missing'),
    );
  });

  it('are read from each sentence in another language that names one member', () => {
    const detail = 'name har feil format; age har feil format. email og tags passer ikke sammen';
    expect(findRawComplaints({ detail }, sent).map(({ member }) => member)).toEqual(['/name', '/age']);
  });
});
