import { Injectable, NotFoundException, UnprocessableEntityException } from '@nestjs/common';
import { OwnersService } from '../owners/owners.service.mts';
import { Cat, CatPage, CreateCatDto, PageQueryDto, UpdateCatDto } from './cat.dto.mts';

@Injectable()
export class CatsService {
  private readonly cats = new Map<number, Cat>();
  private lastId = 0;

  constructor(private readonly owners: OwnersService) {
    for (let n = 1; n <= 30; n++) {
      this.create({ name: `Cat ${n}`, age: n % 15, breed: 'Maine Coon', ownerId: ((n - 1) % 12) + 1 });
    }
    owners.isNeeded = (id) => this.ofOwner(id).length > 0;
  }

  create(dto: CreateCatDto): Cat {
    this.checkOwner(dto.ownerId);
    const cat = { id: ++this.lastId, ...dto };
    this.cats.set(cat.id, cat);
    return cat;
  }

  findPage({ page, limit }: PageQueryDto): CatPage {
    const items = [...this.cats.values()].slice((page - 1) * limit, page * limit);
    const totalPages = Math.ceil(this.cats.size / limit);
    return {
      items,
      meta: {
        totalItems: this.cats.size,
        itemCount: items.length,
        itemsPerPage: limit,
        totalPages,
        currentPage: page,
      },
    };
  }

  ofOwner(ownerId: number): Cat[] {
    return [...this.cats.values()].filter((cat) => cat.ownerId === ownerId);
  }

  findOne(id: number): Cat {
    const cat = this.cats.get(id);
    if (!cat) throw new NotFoundException(`There is no cat ${id}`);
    return cat;
  }

  replace(id: number, dto: CreateCatDto): Cat {
    this.findOne(id);
    this.checkOwner(dto.ownerId);
    const cat = { id, ...dto };
    this.cats.set(id, cat);
    return cat;
  }

  update(id: number, dto: UpdateCatDto): Cat {
    const cat = this.findOne(id);
    if (dto.ownerId !== undefined) this.checkOwner(dto.ownerId);
    return Object.assign(cat, dto);
  }

  remove(id: number): void {
    this.findOne(id);
    this.cats.delete(id);
  }

  private checkOwner(id: number): void {
    if (!this.owners.has(id)) throw new UnprocessableEntityException(`ownerId: there is no owner ${id}`);
  }
}
