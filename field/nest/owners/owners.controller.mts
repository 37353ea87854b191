import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Param,
  ParseIntPipe,
  Patch,
  Post,
  UseGuards,
} from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBearerAuth,
  ApiConflictResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiTags,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { Cat } from '../cats/cat.dto.mts';
import { CatsService } from '../cats/cats.service.mts';
import { CreateOwnerDto, Owner, UpdateOwnerDto } from './owner.dto.mts';
import { OwnersService } from './owners.service.mts';
import { TokenGuard } from './token.guard.mts';

@ApiTags('owners')
@ApiBearerAuth()
@ApiUnauthorizedResponse()
@UseGuards(TokenGuard)
@Controller('owners')
export class OwnersController {
  constructor(
    private readonly owners: OwnersService,
    private readonly cats: CatsService,
  ) {}

  @Post()
  @ApiCreatedResponse({ type: Owner })
  @ApiBadRequestResponse()
  @ApiConflictResponse({ description: 'The email is taken' })
  create(@Body() dto: CreateOwnerDto): Owner {
    return this.owners.create(dto);
  }

  @Get()
  @ApiOkResponse({ type: [Owner] })
  findAll(): Owner[] {
    return this.owners.findAll();
  }

  @Get(':id')
  @ApiOkResponse({ type: Owner })
  @ApiNotFoundResponse()
  findOne(@Param('id', ParseIntPipe) id: number): Owner {
    return this.owners.findOne(id);
  }

  @Get(':id/cats')
  @ApiOkResponse({ type: [Cat] })
  @ApiNotFoundResponse()
  findCats(@Param('id', ParseIntPipe) id: number): Cat[] {
    return this.cats.ofOwner(this.owners.findOne(id).id);
  }

  @Patch(':id')
  @ApiOkResponse({ type: Owner })
  @ApiNotFoundResponse()
  @ApiConflictResponse({ description: 'The email is taken' })
  update(@Param('id', ParseIntPipe) id: number, @Body() dto: UpdateOwnerDto): Owner {
    return this.owners.update(id, dto);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse()
  @ApiNotFoundResponse()
  @ApiConflictResponse({ description: 'The owner still has cats' })
  remove(@Param('id', ParseIntPipe) id: number): void {
    this.owners.remove(id);
  }
}
