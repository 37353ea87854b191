const readOnly = ['GET', 'HEAD', 'OPTIONS'];

/** Runs every write in a transaction that an error rolls back. Routes find the connection in `ctx.db`. */
export const transaction = (db) => async (ctx, next) => {
  ctx.db = db;
  if (readOnly.includes(ctx.method)) return next();
  await db.transaction(async (tx) => {
    ctx.db = tx;
    await next();
  });
};
