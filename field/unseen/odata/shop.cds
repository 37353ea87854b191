using { cuid } from '@sap/cds/common';

entity Authors {
  key ID : Integer;
  name   : String(100) not null @mandatory;
  books  : Association to many Books on books.author = $self;
}
entity Books {
  key ID : Integer;
  title  : String(100) not null @mandatory;
  stock  : Integer @assert.range: [0, 1000];
  price  : Decimal(9, 2);
  author : Association to Authors;
}
entity Orders : cuid {
  customer : String(100) not null @mandatory;
  lines    : Composition of many Lines on lines.order = $self;
}
entity Lines : cuid {
  order    : Association to Orders;
  book     : Association to Books;
  quantity : Integer;
}
service Shop @(path: '/odata/v4/shop') {
  entity AuthorSet as projection on Authors;
  entity BookSet   as projection on Books;
  entity OrderSet  as projection on Orders;
  entity LineSet   as projection on Lines;
}
