import type { AdviceTopic } from './topic.js';

/** Advice on what methods may do. */
export const methodTopics: readonly AdviceTopic[] = [
  {
    clauses: ['SAFE-01', 'SAFE-02', 'SAFE-03', 'SAFE-04', 'SAFE-05', 'SAFE-06'],
    change:
      'Remove writes from the handling of GET and HEAD. Count views and last access in logs or metrics, outside of the resource. Route by the method as sent, whatever a parameter or header says.',
    where: {
      express: 'Look at middleware of app.use() and at app.all(): both run for GET. app.get() answers HEAD too.',
      nest: 'Look for @All() and for interceptors and entity hooks such as @AfterLoad() that save.',
      fastify:
        'Hooks such as onRequest and preHandler run for GET too; HEAD runs the handler of GET (exposeHeadRoutes).',
      django:
        'No save() in retrieve(), list(), get_object() or a serializer; a ReadOnlyModelViewSet has no write to reach.',
      flask:
        "A view with methods=['GET', 'POST'] must branch on request.method; before_request functions run for GET too.",
      rails: 'Look for touch, increment! and update in show and index, in before_action, and in after_find callbacks.',
      spring:
        '@RequestMapping without a method answers GET too. An entity changed within @Transactional is flushed without save(): read under @Transactional(readOnly = true).',
      aspnet: 'No SaveChanges() behind [HttpGet], nor in a filter that runs for it; read with AsNoTracking().',
      laravel:
        'Look for increment(), touch() and save() in show() and index(), for retrieved events, and for Route::any().',
      go: 'Register "GET /orders/{id}" (Go 1.22) in place of a path without a method, which takes every method.',
    },
  },
  {
    clauses: ['PUT-02', 'PUT-03'],
    change:
      'PUT replaces the item: assign each member from the body, and set missing members to their defaults. Never append, add up, or create another row if the item exists.',
    where: {
      express: 'Object.assign(item, req.body) merges: build the new item from defaults and the body.',
      nest: 'repository.save({ ...found, ...dto }) merges: begin from a fresh entity with its id.',
      django:
        'A PUT through serializer.save() leaves optional fields that are not sent as they were: give them a default in the serializer.',
      rails: 'update() merges for PUT and PATCH alike: assign the defaults of absent attributes when request.put?.',
      spring: 'Map the body onto a new entity with the id of the path, not onto the one that was loaded.',
      aspnet:
        'Entry(found).CurrentValues.SetValues(dto) replaces every mapped member; copying only what is not null merges.',
      laravel: '$model->update($request->validated()) merges: fill the defaults of what is absent first.',
      go: 'Decode into a new value, not into the one that was loaded: absent members would keep what they had.',
    },
  },
  {
    clauses: ['PAT-02'],
    change: 'Change only what the body names. Distinguish an absent member from one that is null.',
    where: {
      express: 'Go through Object.keys(req.body); a destructured default adds members that were not sent.',
      nest: 'Use a PartialType() of the body, and exposeUnsetFields: false, so that absent members are not undefined ones.',
      fastify: 'Its validator fills in the defaults of the schema (useDefaults): give PATCH a schema without default.',
      django: 'Pass partial=True to the serializer.',
      flask: 'Go through the keys of request.get_json() in place of .get() with a default.',
      spring: 'A bean cannot distinguish absent from null: take a JsonNode, or objectMapper.readerForUpdating(entity).',
      aspnet: 'Take a JsonPatchDocument or a JsonElement; a bound class cannot distinguish absent from null.',
      laravel: "Rule 'sometimes', then fill() with $request->validated().",
      go: 'Decode into pointers or map[string]json.RawMessage: a plain field cannot distinguish absent from zero.',
    },
  },
  {
    clauses: ['DEL-02', 'DEL-03', 'DEL-04', 'DEL-01'],
    change:
      'Exclude deleted items from every query: the item, the list and the count. A second DELETE finds nothing and answers 404, or 204 by choice; it deletes by id, never by position.',
    where: {
      express: 'With Sequelize, paranoid: true; otherwise each query asks for rows that are not deleted.',
      nest: 'With TypeORM, @DeleteDateColumn() and softDelete(); find() then leaves them out unless withDeleted is set.',
      django: 'Leave deleted rows out in get_queryset(), which list, retrieve and destroy all go through.',
      rails: 'Find through the same scope everywhere; unscoped and raw SQL see what is deleted.',
      spring: 'With Hibernate, @SQLRestriction (6.3 and later) on the entity; native queries ignore it.',
      aspnet: 'With EF Core, HasQueryFilter() on the entity; IgnoreQueryFilters() undoes it.',
      laravel: 'Trait SoftDeletes on the model; DB::table() and withTrashed() see what is deleted.',
      go: 'With GORM, a gorm.DeletedAt field; Unscoped() and raw SQL see what is deleted.',
    },
  },
  {
    clauses: ['HEAD-01', 'HEAD-02'],
    change: 'Let HEAD run through GET, and let the server drop the content.',
    where: {
      express: 'app.get() answers HEAD; a separate app.head() must be registered before it and send no content.',
      fastify: 'exposeHeadRoutes is on from version 4; it is turned off here.',
      flask: 'Rules with GET have HEAD; a MethodView needs no head().',
      aspnet: 'Actions with [HttpGet] do not answer HEAD: add [HttpHead].',
      go: 'A pattern with GET matches HEAD; net/http drops the content.',
    },
  },
  {
    clauses: ['CRE-01', 'CRE-02'],
    change: 'Answer a creation 201, with the URL of the created item in Location.',
    where: {
      express: 'res.status(201).location(url).json(item); res.json() alone is 200.',
      nest: 'POST is 201 unless @HttpCode() says otherwise; set Location with @Res({ passthrough: true }).',
      fastify: "reply.code(201).header('location', url); a returned value alone is 200.",
      django: 'CreateModelMixin answers 201, and sets Location only if the serializer has a url field.',
      flask: "return body, 201, {'Location': url}",
      rails: 'render json: order, status: :created, location: order',
      spring: 'ResponseEntity.created(uri).body(order); a returned bean alone is 200.',
      aspnet: 'CreatedAtAction() or TypedResults.Created(); Ok() is 200.',
      laravel: "response()->json($order, 201)->header('Location', $url)",
      go: 'w.Header().Set("Location", url) comes before w.WriteHeader(http.StatusCreated).',
    },
  },
];
