import { ConflictException, Injectable, NotFoundException } from '@nestjs/common';
import { CreateOwnerDto, Owner, UpdateOwnerDto } from './owner.dto.mts';

@Injectable()
export class OwnersService {
  /** Whether something still belongs to an owner. */
  isNeeded: (id: number) => boolean = () => false;

  private readonly owners = new Map<number, Owner>();
  private lastId = 0;

  constructor() {
    for (let n = 1; n <= 12; n++) this.create({ name: `Owner ${n}`, email: `owner${n}@example.com` });
  }

  create(dto: CreateOwnerDto): Owner {
    this.checkEmail(dto.email);
    const owner = { id: ++this.lastId, ...dto };
    this.owners.set(owner.id, owner);
    return owner;
  }

  findAll(): Owner[] {
    return [...this.owners.values()];
  }

  has(id: number): boolean {
    return this.owners.has(id);
  }

  findOne(id: number): Owner {
    const owner = this.owners.get(id);
    if (!owner) throw new NotFoundException(`There is no owner ${id}`);
    return owner;
  }

  update(id: number, dto: UpdateOwnerDto): Owner {
    const owner = this.findOne(id);
    if (dto.email !== undefined && dto.email !== owner.email) this.checkEmail(dto.email);
    return Object.assign(owner, dto);
  }

  remove(id: number): void {
    this.findOne(id);
    if (this.isNeeded(id)) throw new ConflictException(`Owner ${id} still has cats`);
    this.owners.delete(id);
  }

  private checkEmail(email: string): void {
    if (this.findAll().some((other) => other.email === email)) throw new ConflictException('email is taken');
  }
}
