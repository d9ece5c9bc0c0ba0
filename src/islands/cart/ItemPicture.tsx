import type { Cart } from '#contract/cart.ts'

type Item = Pick<Cart['lines'][number]['product'], 'cover'>

/** The cover of a title, or the generic cover for a plan. The name is shown beside it, so there is no alternative text. */
export function ItemPicture({ item: { cover } }: { item: Item }) {
  if (cover)
    return (
      <img className="item-picture" src={`${cover.base}-${cover.widths[0]}.webp`} alt="" width="160" height="160" />
    )
  return (
    <svg className="item-picture" viewBox="0 0 100 100" aria-hidden="true">
      <use href="/icons.svg#cover" />
    </svg>
  )
}
