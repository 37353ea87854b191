import { type CanActivate, type ExecutionContext, Injectable, UnauthorizedException } from '@nestjs/common';

const token = process.env.TOKEN ?? 'let-me-in';

@Injectable()
export class TokenGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { authorization = '' } = context.switchToHttp().getRequest().headers;
    if (authorization !== `Bearer ${token}`) throw new UnauthorizedException();
    return true;
  }
}
