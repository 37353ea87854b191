import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsInt, IsOptional, IsString, Length, Max, Min } from 'class-validator';

export class CreateCatDto {
  @ApiProperty({ minLength: 1, maxLength: 60 })
  @IsString()
  @Length(1, 60)
  name: string;

  @ApiProperty({ type: 'integer', minimum: 0, maximum: 40 })
  @IsInt()
  @Min(0)
  @Max(40)
  age: number;

  @ApiPropertyOptional({ maxLength: 60 })
  @IsOptional()
  @IsString()
  @Length(0, 60)
  breed?: string;

  @ApiProperty({ type: 'integer', description: 'The id of an owner' })
  @IsInt()
  ownerId: number;
}

export class UpdateCatDto extends PartialType(CreateCatDto) {}

export class Cat extends CreateCatDto {
  @ApiProperty({ type: 'integer' })
  id: number;
}

export class PageQueryDto {
  @ApiPropertyOptional({ type: 'integer', minimum: 1, default: 1 })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  page = 1;

  @ApiPropertyOptional({ type: 'integer', minimum: 1, maximum: 50, default: 10 })
  @Type(() => Number)
  @IsInt()
  @Min(1)
  @Max(50)
  limit = 10;
}

export class PageMeta {
  @ApiProperty({ type: 'integer' })
  totalItems: number;

  @ApiProperty({ type: 'integer' })
  itemCount: number;

  @ApiProperty({ type: 'integer' })
  itemsPerPage: number;

  @ApiProperty({ type: 'integer' })
  totalPages: number;

  @ApiProperty({ type: 'integer' })
  currentPage: number;
}

export class CatPage {
  @ApiProperty({ type: [Cat] })
  items: Cat[];

  @ApiProperty()
  meta: PageMeta;
}
