import { Module } from '@nestjs/common';
import { CatsController } from './cats/cats.controller.mts';
import { CatsService } from './cats/cats.service.mts';
import { OwnersController } from './owners/owners.controller.mts';
import { OwnersService } from './owners/owners.service.mts';

@Module({
  controllers: [CatsController, OwnersController],
  providers: [CatsService, OwnersService],
})
export class AppModule {}
