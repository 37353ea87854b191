const text = { type: ['string', 'null'] };
const header = { type: 'object', required: ['name', 'value'], properties: { name: text, value: text } };
const headers = { type: ['array', 'null'], items: header };
const createTextProperties = (...names: readonly string[]) => Object.fromEntries(names.map((name) => [name, text]));

const login = {
  type: ['object', 'null'],
  properties: {
    ...createTextProperties('endpoint', 'externalEndpointURL', 'verb', 'contentType', 'payloadRaw'),
    expectCookies: { type: ['boolean', 'null'] },
    headers,
    payloadUserPwd: {
      type: ['object', 'null'],
      properties: createTextProperties('username', 'password', 'usernameField', 'passwordField'),
    },
    token: {
      type: ['object', 'null'],
      properties: {
        ...createTextProperties('extractSelector', 'sendName', 'sendTemplate'),
        ...createTextProperties(
          'extractFromField',
          'extractFromHeader',
          'httpHeaderName',
          'headerPrefix',
          'headerPostfix',
        ),
        extractFrom: { enum: ['body', 'header', null] },
        sendIn: { enum: ['header', 'query', null] },
      },
    },
  },
};

const user = { type: ['object', 'null'], properties: { name: text, fixedHeaders: headers, loginEndpointAuth: login } };

/** Requirements for an authentication file of the Web Fuzzing Commons 0.0.1 to 0.11; other keys are ignored. */
export const wfcAuthSchema = {
  type: 'object',
  required: ['auth'],
  properties: { auth: { type: 'array', items: user, minItems: 1 }, authTemplate: user },
};
