import type { AdviceTopic } from './topic.js';

/** Advice on refusals, shapes of errors, limits and caches. */
export const refusalTopics: readonly AdviceTopic[] = [
  {
    clauses: ['CRE-04', 'PUT-05', 'PAT-03', 'ERR-19', 'RATE-04'],
    change:
      'Validate before the first write, and put all writes of a request into one transaction that an error rolls back.',
    where: {
      django: "ATOMIC_REQUESTS = True, or transaction.atomic() around the view's writes.",
      flask: 'db.session.rollback() in the error handler; one commit at the end.',
      rails: 'transaction with save! and update!: their plain forms return false, and what was written stays.',
      spring:
        '@Transactional rolls back for unchecked exceptions only: rollbackFor names others. It has no effect on calls within the same bean.',
      aspnet: 'One SaveChanges() per request, or BeginTransaction() around several.',
      laravel: 'DB::transaction() around the writes; an exception rolls back, an early return does not.',
      go: 'defer tx.Rollback() right after BeginTx(); Commit() comes last.',
    },
  },
  {
    clauses: ['ERR-17'],
    change:
      'Answer a method that a resource does not have 405 with Allow, and a media type that is not understood 415.',
    where: {
      express:
        "Neither comes by default: end router.route(path) with .all() that sets Allow and 405; ask req.is('json') for 415.",
      nest: 'A missing method is a 404: add an @All() that throws MethodNotAllowedException.',
      fastify: '415 comes by default; a missing method is a 404 until a route for it answers 405.',
      flask: '405 comes by default; abort(415) unless request.is_json.',
      rails: 'A missing method is a 404: match the path via: :all after the others, with head :method_not_allowed.',
      spring: 'Both come by default unless an @ExceptionHandler(Exception.class) hides them.',
      aspnet: '405 comes from routing; [Consumes] on the action answers 415.',
      laravel: '405 comes by default; 415 needs a middleware that checks $request->isJson().',
      go: 'ServeMux answers 405 with Allow where patterns have methods (Go 1.22); 415 is yours.',
    },
  },
  {
    clauses: ['ERR-15', 'ERR-16'],
    change:
      'Send every error through one handler, those of the framework too: not found, wrong method, what cannot be parsed, refused credentials.',
    where: {
      express: 'One error handler with four arguments, last, and a 404 handler right before it.',
      nest: 'One global @Catch() filter; errors of guards and pipes go through it too.',
      fastify: 'setErrorHandler() and setNotFoundHandler() have to agree.',
      django: 'One EXCEPTION_HANDLER, and handler404 and handler500 for what never reaches a view.',
      flask: 'app.register_error_handler(HTTPException, ...) takes those of the framework too.',
      rails: 'config.exceptions_app for what never reaches a controller.',
      spring:
        'spring.mvc.problemdetails.enabled=true, or one advice that extends ResponseEntityExceptionHandler; security has its own entry points.',
      aspnet: 'AddProblemDetails() with UseExceptionHandler() and UseStatusCodePages().',
      laravel: 'One renderable in withExceptions(); shouldRenderJsonWhen() for the paths of the API.',
      go: 'http.Error() and ServeMux answer text/plain: wrap them.',
    },
  },
  {
    clauses: ['ERR-18'],
    change: 'Answer failures with your own message, and write details to the log only.',
    where: {
      express: 'NODE_ENV=production: the default handler sends the stack otherwise.',
      fastify: 'The message of an error is sent: replace that of a 500 in setErrorHandler().',
      django: 'DEBUG = False',
      flask: 'No debug mode where others can reach it.',
      rails: 'config.consider_all_requests_local = false',
      spring: 'include-stacktrace and include-message of the error properties are never.',
      aspnet: 'UseDeveloperExceptionPage() in Development only.',
      laravel: 'APP_DEBUG=false',
      go: 'Do not write err.Error() to the client.',
    },
  },
  {
    clauses: ['RATE-01', 'RATE-02', 'RATE-03'],
    change: 'Count before the handler runs, answer 429, and say in Retry-After when the next request is allowed.',
    where: {
      express: 'express-rate-limit, mounted before the routes.',
      nest: 'ThrottlerGuard as APP_GUARD.',
      fastify: '@fastify/rate-limit, registered before the routes.',
      django: 'DEFAULT_THROTTLE_CLASSES with rates; wait() returns the value for Retry-After.',
      flask: 'Flask-Limiter with headers_enabled.',
      rails: 'rate_limit of Rails 7.2 answers 429 without Retry-After; Rack::Attack has a throttled_responder.',
      aspnet: 'AddRateLimiter() answers 503 by default: RejectionStatusCode = 429, Retry-After in OnRejected.',
      laravel: 'Middleware throttle sets both.',
      go: 'A limiter of golang.org/x/time/rate in a middleware; its reservation has the wait time.',
    },
  },
  {
    clauses: ['CACHE-02', 'CACHE-03', 'CACHE-05'],
    change:
      'Derive the entity tag from the whole representation or from a version that every write raises, and compare If-Match in the same statement as the write.',
    where: {
      express: 'Tags of res.json() and 304 come by default; If-Match is yours to compare.',
      fastify: '@fastify/etag makes tags and 304; If-Match is yours to compare.',
      django: 'django.views.decorators.http.condition handles all three, given a function that makes the tag.',
      flask: 'response.add_etag(), then response.make_conditional(request).',
      rails: 'stale?(order) makes the tag and answers 304; If-Match is yours: lock_version raises StaleObjectError.',
      spring:
        'ShallowEtagHeaderFilter for GET; webRequest.checkNotModified(tag) also for writes; @Version on the entity.',
      aspnet:
        'Compare Request.Headers.IfMatch with a row version ([Timestamp]); a conflict is DbUpdateConcurrencyException.',
      laravel: 'Middleware cache.headers:etag for GET; If-Match is yours to compare.',
      go: 'http.ServeContent() compares once the ETag field is set; for writes put the version into WHERE.',
    },
  },
];
