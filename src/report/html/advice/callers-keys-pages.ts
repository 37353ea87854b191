import type { AdviceTopic } from './topic.js';

/** Advice on callers, keys, pages and change. */
export const accessTopics: readonly AdviceTopic[] = [
  {
    clauses: ['AUTH-01', 'AUTH-02', 'AUTH-05'],
    change:
      'Check credentials before routing to a handler, and answer missing, wrong and expired ones with 401 and a challenge.',
    where: {
      express: 'Put app.use(authenticate) before the routes; routes mounted before it need no credentials.',
      nest: 'A guard that returns false answers 403: throw UnauthorizedException. Make it global as APP_GUARD.',
      fastify: 'An onRequest hook holds for routes of its plugin and below only.',
      django:
        'The first of the authentication classes decides: SessionAuthentication has no challenge, and makes it a 403.',
      flask: 'A before_request of the blueprint; a decorator is forgotten on the next view.',
      rails: 'authenticate_or_request_with_http_token sends the challenge; look for skip_before_action.',
      spring:
        'Without an entry point, anonymous callers get 403: httpBasic(), oauth2ResourceServer(), or HttpStatusEntryPoint(UNAUTHORIZED).',
      aspnet:
        'UseAuthentication() before UseAuthorization(); a cookie scheme may redirect to a page: OnRedirectToLogin decides.',
      laravel: 'Middleware auth redirects those who do not accept JSON: force JSON for the API.',
      go: 'A middleware around the mux; WWW-Authenticate is set before WriteHeader(401).',
    },
  },
  {
    clauses: ['AUTH-03', 'AUTH-04', 'AUTH-06'],
    change:
      'Check permissions before the first write, and filter by owner in the query itself, in every method and in lists.',
    where: {
      express: 'where: { id, ownerId: req.user.id } in find, update and delete alike.',
      nest: 'Guards run before the handler; what depends on the item belongs into its query.',
      fastify: 'Decide in preHandler, which runs before the handler; onSend and onResponse are too late.',
      django:
        'Filter by request.user in get_queryset(); a custom @action must call get_object(), or permissions of the object are not checked.',
      flask: 'Query through the owner in each view; a check after commit is too late.',
      rails: 'current_user.orders.find(params[:id]) in place of Order.find.',
      spring: '@PreAuthorize before; @PostAuthorize runs after the method has written.',
      aspnet: 'IAuthorizationService.AuthorizeAsync(User, item, ...) before the change, or a query filter by owner.',
      laravel: '$this->authorize() or can: middleware before the change; relations of the user in place of the model.',
      go: 'Put the owner into WHERE; no affected rows is 403 or 404.',
    },
  },
  {
    clauses: ['KEY-01', 'KEY-02', 'KEY-03', 'KEY-04', 'KEY-05', 'KEY-06', 'KEY-07', 'KEY-08'],
    change:
      'Store the whole key with the caller, the endpoint and a digest of the payload, under a unique index, in the same transaction as the item it creates. A second request waits for or reads the first outcome; a different digest is rejected. A cache in front, or in the memory of one process, is not enough.',
    where: {
      express: 'An in-memory store is one per process: use a shared one, and insert the key before the work begins.',
      django:
        'Model.objects.create() of the key within transaction.atomic(); get_or_create() needs the unique constraint to be safe.',
      rails: 'create! of the key with a unique index; find_or_create_by alone has a race condition.',
      spring: 'saveAndFlush() of the key first: with save() the refusal of the index may come at commit only.',
      aspnet: 'SaveChanges() of key and item together; a query before it has a race condition.',
      laravel: 'Insert under a unique index; Cache::lock() protects only while it is held.',
      go: 'INSERT ... ON CONFLICT DO NOTHING in the transaction; no affected rows means that another request was first.',
    },
  },
  {
    clauses: ['PAG-01', 'PAG-02', 'PAG-05', 'PAG-06', 'PAG-07'],
    change:
      'Give every list a default size and a maximum, in one place for all of them; reject or ignore invalid sizes and cursors.',
    where: {
      express: 'Math.min(limit, 100) after Number.isInteger(): Number("") is 0, and NaN goes through most comparisons.',
      nest: '@IsInt() @Min(1) @Max(100) in the query class, with ValidationPipe({ transform: true }).',
      fastify: 'minimum, maximum and default in the schema of querystring.',
      django:
        'DEFAULT_PAGINATION_CLASS and PAGE_SIZE; max_page_size, or max_limit of LimitOffsetPagination, which has none by default.',
      flask: 'paginate(max_per_page=100) of Flask-SQLAlchemy.',
      rails: 'max_paginates_per of Kaminari; limit() alone is no maximum when the client names it.',
      spring: 'spring.data.web.pageable.max-page-size is 2000 by default; a List without Pageable has no bound.',
      aspnet: 'Take(Math.Clamp(limit, 1, 100)); [Range] on the parameter refuses.',
      laravel: 'paginate(min(max($size, 1), 100)): paginate() takes any number.',
      go: 'Clamp what strconv.Atoi() gives, and answer 400 to its error.',
    },
  },
  {
    clauses: ['PAG-03', 'PAG-04', 'PAG-08'],
    change:
      'Order by something unique last (the id), and let a cursor hold the last values of that order, not a position. Name a next page only when one more row was found.',
    where: {
      django: 'CursorPagination with an ordering that is unique and does not change.',
      rails: 'order(:created_at, :id), and where() beyond the last row in place of offset.',
      spring: 'Sort by the id last; ScrollPosition.keyset() in place of a page number.',
      aspnet: 'OrderBy().ThenBy(id) and Where() beyond the last row; Skip() is a position.',
      laravel: "cursorPaginate() with orderBy('id') last.",
      go: 'WHERE (created_at, id) > ($1, $2) ORDER BY created_at, id LIMIT n + 1',
    },
  },
  {
    clauses: ['ACT-01', 'ACT-02'],
    change:
      'Store the action as a record with an id, a date, its reason and its author, answer its POST 201, and let GET read it at its own URL.',
    where: {},
  },
  {
    clauses: ['RES-01', 'RES-02'],
    change:
      'Answer the creation only after it is committed, with the id under which it can be read, and never change the id when the item is saved. If reads lag by design, declare resources[].consistency.',
    where: {},
  },
  {
    clauses: ['VER-01'],
    change:
      'Keep members, types, inputs and methods that clients know: add beside them, and keep the old ones while clients use them.',
    where: {},
  },
];
