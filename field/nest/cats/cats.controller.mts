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
  Put,
  Query,
} from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiTags,
  ApiUnprocessableEntityResponse,
} from '@nestjs/swagger';
import { Cat, CatPage, CreateCatDto, PageQueryDto, UpdateCatDto } from './cat.dto.mts';
import { CatsService } from './cats.service.mts';

@ApiTags('cats')
@Controller('cats')
export class CatsController {
  constructor(private readonly cats: CatsService) {}

  @Post()
  @ApiCreatedResponse({ type: Cat })
  @ApiBadRequestResponse()
  @ApiUnprocessableEntityResponse({ description: 'There is no such owner' })
  create(@Body() dto: CreateCatDto): Cat {
    return this.cats.create(dto);
  }

  @Get()
  @ApiOkResponse({ type: CatPage })
  findAll(@Query() query: PageQueryDto): CatPage {
    return this.cats.findPage(query);
  }

  @Get(':id')
  @ApiOkResponse({ type: Cat })
  @ApiNotFoundResponse()
  findOne(@Param('id', ParseIntPipe) id: number): Cat {
    return this.cats.findOne(id);
  }

  @Put(':id')
  @ApiOkResponse({ type: Cat })
  @ApiNotFoundResponse()
  replace(@Param('id', ParseIntPipe) id: number, @Body() dto: CreateCatDto): Cat {
    return this.cats.replace(id, dto);
  }

  @Patch(':id')
  @ApiOkResponse({ type: Cat })
  @ApiNotFoundResponse()
  update(@Param('id', ParseIntPipe) id: number, @Body() dto: UpdateCatDto): Cat {
    return this.cats.update(id, dto);
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @ApiNoContentResponse()
  @ApiNotFoundResponse()
  remove(@Param('id', ParseIntPipe) id: number): void {
    this.cats.remove(id);
  }
}
