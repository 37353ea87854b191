import Router from '@koa/router';
import { openapi } from '../document/openapi.mjs';

export const document = new Router();

document.get('/openapi.json', (ctx) => {
  ctx.body = openapi;
});
