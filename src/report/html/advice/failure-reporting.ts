import type { AdviceTopic } from './topic.js';

/** Advice on how failures are reported. */
export const failureTopics: readonly AdviceTopic[] = [
  {
    clauses: ['ERR-01', 'ERR-02', 'ERR-03'],
    change:
      'Report the outcome by the status. Handle all failures in one place that sets the status, and remove success flags and error members from 2xx responses.',
    where: {
      express: 'res.json({ error }) is 200: set res.status() first, or next(error).',
      nest: 'Throw an HttpException; an object that is returned is a success.',
      fastify: 'Throw an error with a statusCode, or set reply.code(): a returned object is 200.',
      django: 'Raise an APIException; Response(data) is 200 unless status= says otherwise.',
      flask: 'Return the status beside the body, or abort(): a body alone is 200.',
      rails: 'render json: errors is 200 without status:.',
      spring: 'An @ExceptionHandler that returns a body answers 200 unless it sets a status.',
      aspnet: 'Return Problem(), BadRequest(), NotFound(): Ok(new { error }) is a success.',
      laravel: 'response()->json() is 200 without its second argument; abort() sets the status.',
      go: 'w.WriteHeader() comes before the first Write(), which sends 200 by itself; return after http.Error().',
    },
  },
  {
    clauses: ['ERR-04'],
    change:
      'Validate input when it arrives, and convert errors of the database or a parser about invalid values to a 4xx. The exchange above shows the request that caused the server error.',
    where: {
      express:
        'Version 4 does not catch what async handlers throw. An error handler must keep the status of the error (err.status).',
      nest: 'app.useGlobalPipes(new ValidationPipe()), and a ParseIntPipe or ParseUUIDPipe on ids.',
      fastify: 'Give the route a schema for body, querystring and params.',
      django: 'ValidationError of django.core, IntegrityError and DataError become 500: raise those of rest_framework.',
      flask: 'data["name"] on JSON is a KeyError, and becomes 500; so does int() of a query parameter.',
      rails:
        'rescue_from ActiveModel::RangeError and ActiveRecord::StatementInvalid; params.require where a part must be there.',
      spring:
        'Map DataIntegrityViolationException and IllegalArgumentException in a @RestControllerAdvice; put @Valid on the body.',
      aspnet: '[ApiController] refuses what does not bind; map DbUpdateException and FormatException yourself.',
      laravel: 'Validate in a FormRequest, lengths and ranges too: a QueryException becomes 500.',
      go: 'Answer 400 to errors of strconv and encoding/json; a panic in a handler closes the connection.',
    },
  },
  {
    clauses: ['ERR-07'],
    change: 'Return 400 for content that cannot be parsed, before you use it.',
    where: {
      express: 'express.json() fails with status 400: an error handler of your own must pass err.status on.',
      nest: 'A catch-all @Catch() filter must keep the status of an HttpException.',
      fastify: 'setErrorHandler() must pass error.statusCode on.',
      django: 'request.data raises ParseError (400); do not read request.body by hand.',
      flask: 'request.get_json() answers 400 by itself; silent=True hides that.',
      rails: 'ActionDispatch::Http::Parameters::ParseError becomes 400 unless rescue_from takes it for a 500.',
      spring:
        'HttpMessageNotReadableException becomes 400 unless an @ExceptionHandler(Exception.class) takes it for a 500.',
      laravel:
        'JSON that cannot be parsed is taken for empty input: compare json_decode() of the content in a middleware.',
      go: 'Answer http.StatusBadRequest when Decode() fails, also for what follows the first value.',
    },
  },
  {
    clauses: ['ERR-08'],
    change: 'Reject invalid values with 422; if the service uses another 4xx, declare it in errors.semantic.',
    where: {
      express: 'Set the status after validation: res.status(422).',
      nest: 'new ValidationPipe({ errorHttpStatusCode: 422 }); it is 400 otherwise.',
      fastify: 'In setErrorHandler(), error.validation is set if the schema was violated: reply.code(422).',
      django: 'ValidationError is 400: an EXCEPTION_HANDLER can make it 422.',
      flask: 'abort(422)',
      rails: 'render json: order.errors, status: 422, when save is false.',
      spring: 'MethodArgumentNotValidException is 400: map it to UNPROCESSABLE_ENTITY in a @RestControllerAdvice.',
      aspnet: 'Model errors are 400: ApiBehaviorOptions.InvalidModelStateResponseFactory can make them 422.',
      laravel: 'Validation answers 422 to those who accept JSON, and redirects others: force JSON for the API.',
      go: 'http.StatusUnprocessableEntity, after the value was decoded and checked.',
    },
  },
  {
    clauses: ['ERR-09', 'ERR-10'],
    change: 'Look up the item first, in every method and action, and answer 404 if it does not exist.',
    where: {
      express: 'res.sendStatus(404) when the query gives nothing; res.json(null) is a 200.',
      nest: 'Throw NotFoundException; a handler that returns null or undefined answers 200 without content.',
      fastify: 'reply.code(404) or reply.callNotFound() when the query gives nothing.',
      django: 'get_object() or get_object_or_404(), also in an @action.',
      flask: 'abort(404), or get_or_404() of Flask-SQLAlchemy.',
      rails: 'find raises what becomes 404; find_by and where give nil, and go on.',
      spring:
        'findById(id).orElseThrow(...) with an exception that is mapped to 404: NoSuchElementException becomes 500.',
      aspnet: 'Return NotFound(): an action that returns null answers 204.',
      laravel: 'Route model binding or findOrFail(); find() gives null, and goes on.',
      go: 'errors.Is(err, sql.ErrNoRows) is http.StatusNotFound; no affected rows is too.',
    },
  },
  {
    clauses: ['ERR-11', 'ACT-03'],
    change:
      'Let the database reject duplicates (a unique index) and invalid state changes (an update with the state in its condition), and answer 409.',
    where: {
      express: 'Catch the code of the driver: 23505 of PostgreSQL, P2002 of Prisma.',
      nest: 'An exception filter turns that code into a ConflictException.',
      fastify: 'setErrorHandler() turns that code into reply.code(409).',
      django: 'UniqueValidator answers 400: take it off, and turn IntegrityError into an APIException with 409.',
      flask: 'Catch sqlalchemy.exc.IntegrityError, roll back, abort(409).',
      rails: 'rescue_from ActiveRecord::RecordNotUnique with head :conflict; validates uniqueness alone gives no 409.',
      spring: 'Map DataIntegrityViolationException and OptimisticLockingFailureException to CONFLICT.',
      aspnet: 'Turn DbUpdateException and DbUpdateConcurrencyException into Conflict().',
      laravel: 'Rule unique answers 422: turn UniqueConstraintViolationException into abort(409).',
      go: 'errors.As() to the error of the driver (23505 of PostgreSQL) is http.StatusConflict.',
    },
  },
];
