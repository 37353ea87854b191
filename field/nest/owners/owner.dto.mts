import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { IsEmail, IsOptional, IsString, Length } from 'class-validator';

export class CreateOwnerDto {
  @ApiProperty({ minLength: 1, maxLength: 80 })
  @IsString()
  @Length(1, 80)
  name: string;

  @ApiProperty({ format: 'email', description: 'Nobody else has it' })
  @IsEmail()
  email: string;

  @ApiPropertyOptional({ maxLength: 200 })
  @IsOptional()
  @IsString()
  @Length(0, 200)
  address?: string;
}

export class UpdateOwnerDto extends PartialType(CreateOwnerDto) {}

export class Owner extends CreateOwnerDto {
  @ApiProperty({ type: 'integer' })
  id: number;
}
