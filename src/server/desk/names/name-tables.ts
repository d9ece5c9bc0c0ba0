import type { NameKind } from '#contract/desk/catalog/names.ts'

export const NAME_TABLES = { person: 'people', category: 'categories', series: 'series' } as const satisfies Record<
  NameKind,
  string
>
