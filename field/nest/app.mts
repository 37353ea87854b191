import { ValidationPipe, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { AppModule } from './app.module.mts';

/** The application with its global pipe and, unless it is to say nothing of itself, its document, as main.ts has them. */
export async function createApp({ isDocumented }: { isDocumented: boolean }): Promise<INestApplication> {
  const app = await NestFactory.create(AppModule, { logger: ['error'] });
  app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
  app.enableShutdownHooks();
  if (isDocumented) documented(app);
  return app;
}

function documented(app: INestApplication): void {
  const config = new DocumentBuilder()
    .setTitle('Cats')
    .setDescription('Cats and those who own them')
    .setVersion('1.0')
    .addTag('cats')
    .addTag('owners')
    .addBearerAuth()
    .build();
  SwaggerModule.setup('api', app, () => SwaggerModule.createDocument(app, config));
}
