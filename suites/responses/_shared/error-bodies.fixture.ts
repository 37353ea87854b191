import type { Json } from '#rule';
import type { HttpResponse } from '../../../src/model/exchange.js';

/** One body of a 2xx answer, and what is known of the operation that gave it. */
export interface Sample {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Json | string;
  readonly hasIdentity: boolean;
  readonly goodMembers: readonly string[];
}

/** The answer that carries a sample. */
export const createAnswer = ({ mediaType, content }: Sample): HttpResponse => {
  const isJson = /json/.test(mediaType);
  const text = isJson ? JSON.stringify(content) : String(content);
  return { status: 200, headers: { 'content-type': mediaType }, text, json: isJson ? (content as Json) : undefined };
};

const order = ['id', 'customer', 'quantity', 'note', 'tags', 'status', 'createdAt', 'updatedAt'];

const bad = (name: string, content: Json | string, mediaType = 'application/json'): Sample => ({
  ...{ name, content, mediaType, hasIdentity: false, goodMembers: order },
});

/** Bodies by which services report errors, as well-known services, frameworks and guidelines have them. */
export const errorBodies: readonly Sample[] = [
  bad(
    'problem details',
    { type: 'about:blank', title: 'Not Found', status: 404, detail: 'There is no such order.' },
    'application/problem+json',
  ),
  bad('problem details in plain JSON', { type: 'about:blank', title: 'Gone', status: 410 }),
  bad('problem details without a status', { title: 'Out of credit', detail: 'x' }, 'application/problem+json'),
  bad(
    'problem details in XML',
    '<problem xmlns="urn:ietf:rfc:7807"><title>x</title></problem>',
    'application/problem+xml',
  ),
  bad('vnd.error', { message: 'Validation failed', logref: 42 }, 'application/vnd.error+json'),
  bad('ASP.NET validation', {
    type: 'https://tools.ietf.org/html/rfc9110#section-15.5.1',
    title: 'One or more validation errors occurred.',
    status: 400,
    errors: { Quantity: ['must be positive'] },
    traceId: '00-4bf9',
  }),
  bad('ASP.NET Web API', { Message: 'An error has occurred.' }),
  bad('Stripe', { error: { type: 'invalid_request_error', code: 'missing', message: 'No such order', param: 'id' } }),
  bad('OpenAI', {
    error: { message: 'Rate limit reached', type: 'requests', param: null, code: 'rate_limit_exceeded' },
  }),
  bad('Google', { error: { code: 404, message: 'Not found', status: 'NOT_FOUND', details: [] } }),
  bad('OData', { error: { code: 'ResourceNotFound', message: 'The resource was not found.', target: 'id' } }),
  bad('OData with language', { 'odata.error': null, error: { code: '', message: { lang: 'en', value: 'Not found' } } }),
  bad('Microsoft Graph', {
    error: { code: 'itemNotFound', message: 'x', innerError: { 'request-id': 'a', date: '2026-01-01' } },
  }),
  bad('GitHub, not found', { message: 'Not Found', documentation_url: 'https://docs.example.com/rest' }),
  bad('GitHub, validation', {
    message: 'Validation Failed',
    errors: [{ resource: 'Order', field: 'customer', code: 'missing_field' }],
    documentation_url: 'https://docs.example.com/rest',
  }),
  bad('GitLab, text', { message: '404 Project Not Found' }),
  bad('GitLab, map', { message: { name: ['has already been taken'] } }),
  bad('GitLab, error', { error: 'customer is missing' }),
  bad('Shopify, text', { errors: 'Not Found' }),
  bad('Shopify, map', { errors: { customer: ["can't be blank"] } }),
  bad('Slack', { ok: false, error: 'channel_not_found' }),
  bad('Telegram', { ok: false, error_code: 400, description: 'Bad Request: chat not found' }),
  bad('Twilio', { code: 20404, message: 'The requested resource was not found', more_info: 'x', status: 404 }),
  bad('PayPal', {
    name: 'RESOURCE_NOT_FOUND',
    message: 'The specified resource does not exist.',
    debug_id: '9aa3b1',
    details: [{ issue: 'INVALID_RESOURCE_ID' }],
    links: [],
  }),
  bad('Adyen', { status: 422, errorCode: '130', message: 'Reference Missing', errorType: 'validation' }),
  bad('Square', { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND', detail: 'x' }] }),
  bad('Kubernetes', {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    reason: 'NotFound',
    code: 404,
    message: 'x',
  }),
  bad(
    'JSON:API',
    { errors: [{ status: '422', title: 'Invalid', source: { pointer: '/data' } }] },
    'application/vnd.api+json',
  ),
  bad('JSON:API with version', { jsonapi: { version: '1.1' }, errors: [{ code: '123', detail: 'too short' }] }),
  bad('Django REST framework', { detail: 'Not found.' }),
  bad('Django REST framework, fields', {
    customer: ['This field is required.'],
    quantity: ['A valid integer is required.'],
  }),
  bad('Django REST framework, no field', { non_field_errors: ['The two dates must differ.'] }),
  bad('Rails', { error: 'Not Found', status: 404 }),
  bad('Rails, exception', { status: 500, error: 'Internal Server Error', exception: '#<NameError>', traces: {} }),
  bad('Laravel', { message: 'The given data was invalid.', errors: { customer: ['The customer field is required.'] } }),
  bad('Laravel, exception', {
    message: 'Server Error',
    exception: 'ErrorException',
    file: 'x.php',
    line: 3,
    trace: [],
  }),
  bad('Symfony', { type: 'x', title: 'An error occurred', detail: 'Not Found', violations: [] }),
  bad('Spring Boot', {
    timestamp: '2026-01-01T00:00:00Z',
    status: 500,
    error: 'Internal Server Error',
    path: '/orders',
  }),
  bad('Spring, without status', { timestamp: '2026-01-01T00:00:00Z', error: 'Internal Server Error', path: '/orders' }),
  bad('PostgREST', { code: 'PGRST116', details: 'The result contains 0 rows', hint: null, message: 'Cannot coerce' }),
  bad('Strapi', { data: null, error: { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} } }),
  bad('Directus', { errors: [{ message: 'You do not have permission', extensions: { code: 'FORBIDDEN' } }] }),
  bad('FastAPI', { detail: [{ loc: ['body', 'customer'], msg: 'field required', type: 'value_error.missing' }] }),
  bad('NestJS', { statusCode: 404, message: 'Cannot GET /orders/1', error: 'Not Found' }),
  bad('Fastify', { statusCode: 400, code: 'FST_ERR_VALIDATION', error: 'Bad Request', message: 'body must be object' }),
  bad('json-server', { error: 'Not found' }),
  bad('AWS', { __type: 'ResourceNotFoundException', message: 'Requested resource not found' }),
  bad('AWS API Gateway', { message: 'Missing Authentication Token' }),
  bad('AWS S3', '<?xml version="1.0"?>\n<Error><Code>NoSuchKey</Code></Error>', 'application/xml'),
  bad('AWS in JSON', { Error: { Code: 'NoSuchKey', Message: 'The key does not exist.' }, RequestId: '1' }),
  bad('JSend, fail', { status: 'fail', data: { customer: 'A customer is required' } }),
  bad('JSend, error', { status: 'error', message: 'Unable to communicate with database' }),
  bad('code and msg', { code: 40001, msg: 'invalid credential', data: null }),
  bad('WeChat', { errcode: 40013, errmsg: 'invalid appid' }),
  bad('ret', { ret: -1, msg: 'system busy, failed' }),
  bad('result code', { resultCode: 'E0042', resultMessage: 'x', message: 'Order is unknown', result: null }),
  bad('OAuth', { error: 'invalid_grant', error_description: 'The grant has expired' }),
  bad('Facebook', {
    error: { message: 'Unsupported get request.', type: 'GraphMethodException', code: 100, fbtrace_id: 'x' },
  }),
  bad('Instagram', { meta: { error_type: 'OAuthException', code: 400, error_message: 'The token is invalid.' } }),
  bad('CoinMarketCap', { status: { error_code: 400, error_message: 'Invalid value for "id"' } }),
  bad('GraphQL', { errors: [{ message: 'Cannot query field', locations: [{ line: 1, column: 2 }] }], data: null }),
  bad('Apigee', { fault: { faultstring: 'Invalid ApiKey', detail: { errorcode: 'oauth.v2.InvalidApiKey' } } }),
  bad('SOAP', '<soap:Envelope xmlns:soap="x"><soap:Body><soap:Fault/></soap:Body></soap:Envelope>', 'text/xml'),
  bad('success flag', { success: false, message: 'the order is not valid' }),
  bad('success flag in capitals', { Success: false, Message: 'x', Result: null }),
  bad('Cloudflare', {
    success: false,
    errors: [{ code: 7003, message: 'Could not route' }],
    messages: [],
    result: null,
  }),
  bad('is_success', { is_success: false, reason: 'stock' }),
  bad('error flag', { error: true, reason: 'Abort.404: order not found' }),
  bad('hasError', { hasError: true, errorMessage: 'timeout' }),
  bad('outcome', { outcome: 'failure', reason: 'declined' }),
  bad('KO', { status: 'KO', description: 'order is unknown' }),
  bad('in an envelope', { response: { error: { code: 'E1', message: 'unknown order' } } }),
  bad('in data', { data: { statusCode: 404, message: 'nothing here' } }),
  bad('empty page with an error', { items: [], error: 'backend unavailable' }),
  bad('Elasticsearch', {
    error: { root_cause: [], type: 'index_not_found_exception', reason: 'no such index' },
    status: 404,
  }),
  bad('CouchDB', { error: 'not_found', reason: 'missing' }),
  bad('MongoDB', { ok: 0, errmsg: 'no such command', code: 59, codeName: 'CommandNotFound' }),
  bad('XML error of Java', '<error><message>No value present</message></error>', 'application/xml'),
  bad('HTML of a proxy', '<html><head><title>502 Bad Gateway</title></head></html>', 'text/html'),
  bad('HTML of a login', '<!doctype html><title>Sign in</title><form></form>', 'text/html; charset=utf-8'),
  bad('a line of text', 'Internal Server Error', 'text/plain'),
  bad('a line with a colon', 'Error: connect ECONNREFUSED', 'text/plain'),
  bad('an exception', 'java.lang.NullPointerException: null', 'text/plain'),
  bad('a sentence', 'An unexpected error occurred. Try again.', 'text/plain'),
  bad('a refusal', 'Access denied', 'text/plain'),
  bad('a trace', 'Traceback (most recent call last):\n  File "x.py", line 1', 'text/plain'),
];

const own = (name: string, content: Json, goodMembers: readonly string[] = []): Sample => ({
  ...{ name, content, mediaType: 'application/json', hasIdentity: true, goodMembers },
});

const page = (name: string, content: Json | string, mediaType = 'application/json'): Sample => ({
  ...{ name, content, mediaType, hasIdentity: false, goodMembers: [] },
});

/** Bodies of successes that look like errors to who looks at names only. */
export const lookAlikes: readonly Sample[] = [
  own('error is null', { id: 'a', error: null, customer: 'Ada' }),
  own('error is empty', { id: 'a', error: '', errors: [] }),
  own('error is none', { id: 'a', error: 'none', errors: [] }),
  own('import report', { id: 'a', imported: 3, errors: [{ line: 4, message: 'bad date', code: 'date' }] }),
  own('failed job', { id: 'a', status: 'failed', error: { code: 'timeout', message: 'took too long' } }),
  own('job with a state', { id: 'a', state: 'failed', error: 'disk is full', finishedAt: '2026-01-01' }),
  own('running job', { id: 'a', status: 'running', error: null, progress: 40 }),
  own('job with errors', { id: 'a', status: 'error', errors: ['one', 'two'], message: 'two of ten failed' }),
  own('validation', { id: 'a', valid: false, errors: [{ field: 'zip', message: 'must have five digits' }] }),
  own('log entry', { id: 'a', level: 'error', message: 'connection refused', timestamp: '2026-01-01' }),
  own('log entry with status', { id: 'a', status: 500, method: 'GET', path: '/x', message: 'upstream failed' }),
  own('area code', { id: 'a', code: 404, name: 'Atlanta' }),
  own('catalogue of statuses', { id: '404', code: 404, title: 'Not Found', detail: 'there is nothing' }),
  own('kind of problem', { id: 'a', type: 'https://example.com/out-of-credit', title: 'Out of credit', status: 403 }),
  own('experiment', { id: 'a', success: false, hypothesis: 'more is better' }),
  own('launch', { id: 'a', success: false, failures: [{ time: 33, reason: 'engine' }], name: 'FalconSat' }),
  own('test run', { id: 'a', result: 'fail', message: 'expected 2', suite: 'sums' }),
  own('payment', { id: 'a', status: 'failed', reason: 'card_declined', amount: 12 }),
  own('delivery of a webhook', { id: 'a', statusCode: 503, response: 'Service Unavailable', attempt: 2 }),
  own('incident', { id: 'a', title: 'Database unavailable', status: 'resolved', message: 'it failed over' }),
  own('ticket', { id: 'a', type: 'error', message: 'The page is missing', reporter: 'Ada' }),
  own('exception as a thing', { id: 'a', exception: 'NullPointerException', stack: ['a', 'b'], count: 3 }),
  own('crash report', { id: 'a', error: { type: 'TypeError', message: 'x is undefined' }, device: 'phone' }),
  own('survey', { id: 'a', ok: false, question: 'Are you well?' }),
  own('device', { id: 'a', fault: { since: '2026-01-01', kind: 'overheated' }, model: 'X' }),
  own('weight of 450', { id: 'a', status: 'sent', code: 450, weight: 450 }),
  own('policy', { id: 'a', failed: true, errors: 3, description: 'three machines do not comply' }),
  own('HTTP check', { id: 'a', httpStatus: 404, url: 'https://example.com', message: 'not found' }),
  own('notification', { id: 'a', title: 'Payment failed', detail: 'Your card has expired', read: false }),
  own('order with a note', { id: 'a', customer: 'Ada', note: 'error: not found', message: 'invalid?' }),
  own('Kubernetes object', {
    id: 'a',
    kind: 'Pod',
    status: { phase: 'Failed', reason: 'Evicted', message: 'low disk' },
  }),
  page('Kubernetes success', { kind: 'Status', apiVersion: 'v1', status: 'Success', code: 200 }),
  page('empty errors', { data: { id: 'a' }, errors: [] }),
  page('GraphQL', { data: { order: { id: 'a' } }, errors: null }),
  page('code is 0', { code: 0, msg: 'success', data: { id: 'a' } }),
  page('code is 200', { code: 200, message: 'OK', data: [] }),
  page('code is OK', { code: 'OK', message: 'done', result: { id: 'a' } }),
  page('errcode is 0', { errcode: 0, errmsg: 'ok' }),
  page('code of success in text', { resultCode: '0000', message: 'accepted' }),
  page('success flag', { success: true, message: 'Order was made', data: { id: 'a' } }),
  page('Slack', { ok: true, channels: [], response_metadata: { next_cursor: '' } }),
  page('JSend', { status: 'success', data: { id: 'a' } }),
  page('error is false', { error: false, message: 'updated' }),
  page('no errors', { hasErrors: false, errors: {}, items: [] }),
  page('what was deleted', { message: 'Order deleted' }),
  page('what was updated', { status: 'ok', message: 'updated', count: 1 }),
  page('result is ok', { result: 'ok', message: 'the order was cancelled' }),
  page('warnings', { items: [], warnings: [{ code: 'deprecated', message: 'page is deprecated' }] }),
  page('counters', { processed: 10, failed: 0, error_count: 0 }),
  page('counters of failures', { success: 7, failed: 3, error_count: 3 }),
  page('bulk result', { created: 3, failed: 1, errors: [{ index: 2, message: 'quantity must be positive' }] }),
  page('bulk result by item', {
    items: [
      { id: 'a', status: 201 },
      { id: 'b', status: 409, error: { code: 'taken' } },
    ],
  }),
  page('Elasticsearch bulk', { took: 30, errors: false, items: [{ index: { status: 201 } }] }),
  page('list of errors', { errors: [{ id: 'a', level: 'error', message: 'x', seen: 3 }], total: 1, next: null }),
  page('list of errors alone', { errors: [{ id: 'a', application: 'shop', message: 'x' }] }),
  page('array of errors', [{ id: 'a', message: 'x', code: 500 }]),
  page('list of jobs', { items: [{ id: 'a', status: 'failed', error: { message: 'x' } }], next: null }),
  page('list of problems', { problems: [{ type: 'a', title: 'b', status: 404 }], total: 1 }),
  page('validation without an id', { valid: false, errors: [{ field: 'zip', message: 'must have five digits' }] }),
  page('validation that is good', { valid: true, errors: [] }),
  page('health', { status: 'fail', checks: { db: [{ status: 'fail', output: 'down' }] } }, 'application/health+json'),
  page('health of Spring', { status: 'DOWN', components: { db: { status: 'DOWN', details: { error: 'refused' } } } }),
  page('statistics', { total: 3, errors: 2, error_rate: 0.6 }),
  page('currency', { code: 'EUR', symbol: '€', description: 'Euro' }),
  page('coupon', { code: 'SUMMER', message: '10 % off', discount: 10 }),
  page('country codes', { data: [{ code: 'DE' }, { code: 'FR' }], message: 'two countries' }),
  page('text of a language', { not_found: 'Nicht gefunden', error: 'Fehler', ok: 'Gut', cancel: 'Abbrechen' }),
  page('tags', { tags: ['required reading', 'missing persons'], total: 2 }),
  page('a status and nothing else', { status: 'failed' }),
  page('a type of error media', { entries: [] }, 'application/vnd.error-log+json'),
  page('titles', { title: 'The Unknown', detail: 'A film', year: 2011 }),
  page('greeting', { message: 'Hello' }),
  page('text', 'Error-free since 2019', 'text/plain'),
  page('report in text', 'Error rate report for May: 0.1 %', 'text/plain'),
  page('table', 'id,error\na,none\n', 'text/csv'),
  page('HTML of an order', '<!doctype html><title>Order a</title><h1>Thank you</h1>', 'text/html'),
  page('XML of orders', '<?xml version="1.0"?><orders><order id="a"/></orders>', 'application/xml'),
  page('XML of errors that are things', '<errors total="1"><entry id="a"/></errors>', 'application/xml'),
  page('no content', '', 'text/plain'),
];
